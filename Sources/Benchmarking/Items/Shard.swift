// SPDX-License-Identifier: MIT

/// A part of a list of items: every n-th of them, so that all parts take about as long.
public struct Shard: Hashable, Codable, Sendable {
  /// The whole list as one shard.
  public static let whole = Shard(unchecked: 1, of: 1)

  /// Which shard this is, from 1.
  public let number: Int
  /// How many shards there are.
  public let count: Int

  private init(unchecked number: Int, of count: Int) {
    self.number = number
    self.count = count
  }

  /// Reads `i/n`, or makes `nil` of anything but 1 ≤ i ≤ n.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]),
      count > 0, (1...count).contains(number)
    else { return nil }
    self.init(unchecked: number, of: count)
  }

  /// Returns whether the item at `index` of the list belongs to this shard.
  public func holds(_ index: Int) -> Bool { index % count == number - 1 }
}
