// SPDX-License-Identifier: MIT

/// One of n parts of a list of items: every n-th item, so that all parts take about as long.
package struct Shard: Hashable, Codable, Sendable {
  /// The whole list as one shard.
  package static let whole = Shard(unchecked: 1, of: 1)

  /// The number of this shard, from 1.
  package let number: Int
  /// The number of shards.
  package let count: Int

  private init(unchecked number: Int, of count: Int) {
    self.number = number
    self.count = count
  }

  /// Parses `i/n`; returns `nil` unless 1 ≤ i ≤ n.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]),
      count > 0, (1...count).contains(number)
    else { return nil }
    self.init(unchecked: number, of: count)
  }

  /// Returns whether the item at `index` of the list belongs to this shard.
  package func holds(_ index: Int) -> Bool { index % count == number - 1 }
}
