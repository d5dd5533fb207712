// SPDX-License-Identifier: MIT

/// Returns a smallest part of a list that still fails, in order: no single element of it can be
/// left out (delta debugging; Zeller and Hildebrandt 2002, doi:10.1109/32.988498).
func shrunk<Element>(_ list: [Element], fails: ([Element]) -> Bool) -> [Element] {
  var list = list
  var size = max(1, list.count / 2)
  while true {
    var start = 0
    var isSmaller = false
    while start < list.count {
      let rest = Array(list[..<start] + list[min(start + size, list.count)...])
      if fails(rest) {
        list = rest
        isSmaller = true
      } else {
        start += size
      }
    }
    if size == 1 && !isSmaller { return list }
    if !isSmaller { size = max(1, size / 2) }
  }
}
