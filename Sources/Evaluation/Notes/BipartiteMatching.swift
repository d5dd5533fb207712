// SPDX-License-Identifier: MIT

/// The largest set of pairs in which nobody occurs twice, by augmenting paths (Kuhn 1955).
enum BipartiteMatching {
  /// Counts the pairs of a largest matching.
  ///
  /// - Parameters:
  ///   - neighbours: for every vertex on the left, the vertices on the right it may be paired with.
  ///   - rightCount: the number of vertices on the right.
  /// - Returns: the number of pairs.
  /// - Complexity: O(V·E) at worst, near O(E) where neighbours are few, as notes in time are. The
  ///   search keeps its own stack, so a long chain of notes cannot exhaust the thread's.
  static func size(neighbours: [[Int]], rightCount: Int) -> Int {
    var partner = [Int?](repeating: nil, count: rightCount)
    var visit = [Int](repeating: -1, count: rightCount)
    return neighbours.indices.count { left in
      augment(from: left, neighbours, &partner, &visit)
    }
  }

  /// Looks for a path that pairs `root` and re-pairs whom it displaces; pairs them when it exists.
  private static func augment(
    from root: Int, _ neighbours: [[Int]], _ partner: inout [Int?], _ visit: inout [Int]
  ) -> Bool {
    // Each entry is a left vertex and the place of the neighbour it is trying.
    var path = [(left: root, next: 0)]
    while let step = path.last {
      guard step.next < neighbours[step.left].count else {
        path.removeLast()
        continue
      }
      let right = neighbours[step.left][step.next]
      path[path.count - 1].next += 1
      guard visit[right] != root else { continue }
      visit[right] = root
      if let displaced = partner[right] {
        path.append((displaced, 0))
      } else {
        for step in path { partner[neighbours[step.left][step.next - 1]] = step.left }
        return true
      }
    }
    return false
  }
}
