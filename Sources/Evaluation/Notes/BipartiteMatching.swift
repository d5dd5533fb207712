// SPDX-License-Identifier: MIT

/// A maximum matching of a bipartite graph by augmenting paths (Kuhn 1955).
enum BipartiteMatching {
  /// Returns the number of pairs in a maximum matching.
  ///
  /// - Parameters:
  ///   - neighbours: for every vertex on the left, the vertices on the right it may be paired with.
  ///   - rightCount: the number of vertices on the right.
  /// - Returns: the number of pairs.
  /// - Complexity: O(V·E) at worst, near O(E) for few neighbours, as with notes in time. The search
  ///   keeps its own stack, so a long chain of notes cannot overflow the thread's.
  static func size(neighbours: [[Int]], rightCount: Int) -> Int {
    var partner = [Int?](repeating: nil, count: rightCount)
    var visit = [Int](repeating: -1, count: rightCount)
    return neighbours.indices.count { left in
      augment(from: left, neighbours, &partner, &visit)
    }
  }

  /// Searches an augmenting path from `root` and applies it when it exists.
  private static func augment(
    from root: Int, _ neighbours: [[Int]], _ partner: inout [Int?], _ visit: inout [Int]
  ) -> Bool {
    // Each entry is a left vertex and the index of the neighbour to try next.
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
