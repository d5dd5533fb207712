// SPDX-License-Identifier: MIT

/// A share that keeps its two counts, so that shards add up exactly.
public struct Rate: Hashable, Codable, Sendable {
  /// The number of hits.
  public private(set) var hits: Int
  /// The number of cases.
  public private(set) var total: Int

  /// Makes the rate `hits` of `total`.
  ///
  /// - Precondition: 0 ≤ `hits` ≤ `total`.
  public init(hits: Int = 0, of total: Int = 0) {
    precondition(total >= 0 && (0...total).contains(hits), "A rate lies in 0…1.")
    self.hits = hits
    self.total = total
  }

  /// The share, 0…1; `nil` without cases.
  public var share: Double? { total > 0 ? Double(hits) / Double(total) : nil }

  private enum CodingKeys: String, CodingKey {
    case hits, total
  }

  /// Reads a rate from its two counts.
  ///
  /// - Parameter decoder: holds `hits` and `total`.
  /// - Throws: `DecodingError` when a count is missing or there are more hits than cases.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    hits = try container.decode(Int.self, forKey: .hits)
    total = try container.decode(Int.self, forKey: .total)
    guard total >= 0, (0...total).contains(hits) else {
      throw DecodingError.dataCorruptedError(
        forKey: .hits, in: container, debugDescription: "\(hits) hits of \(total) cases.")
    }
  }

  /// Counts one case.
  public mutating func count(_ hit: Bool) {
    total += 1
    if hit { hits += 1 }
  }

  /// Adds the counts of `other`.
  public mutating func merge(_ other: Rate) {
    hits += other.hits
    total += other.total
  }
}
