// SPDX-License-Identifier: MIT

/// Writes the mirror image of the first half of `values` to the second half: values[n − k] =
/// values[k].
///
/// A power spectrum with its negative frequencies is real and even. Its forward transform is then
/// its inverse transform: the autocorrelation of the signal, times n.
///
/// - Parameter values: n floats, an even number of them; those from 0 to n/2 are read.
/// - Complexity: O(n), four floats per step. Does not allocate.
func mirror(_ values: inout MutableSpan<Float>) {
  let half = values.count / 2
  precondition(values.count.isMultiple(of: 2))
  let vectorised = max(0, half - 1) & ~3
  let count = values.count
  values.withUnsafeMutableBufferPointer { values in
    guard vectorised > 0, let start = values.baseAddress else { return }
    var (here, there) = (start + 1, start + count - 4)
    let end = here + vectorised
    while here < end {
      SIMD4(UnsafePointer(here)).reversed.store(to: there)
      here += 4
      there -= 4
    }
  }
  for index in (1 + vectorised)..<max(1 + vectorised, half) {
    values[values.count - index] = values[index]
  }
}
