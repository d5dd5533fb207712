// SPDX-License-Identifier: MIT

/// How much of each metric today has; a metric without an entry was never read.
public struct MetricAmounts: Hashable, Codable, Sendable {
  private struct Entry: Hashable, Codable {
    var metric: PracticeMetric
    var amount: Double
  }

  /// At most one entry a metric, in the order of their first reading: the same history gives the
  /// same bytes, which a dictionary would not.
  private var entries: [Entry] = []

  /// Makes amounts of which nothing is known.
  public init() {}

  /// Returns the amount of a metric.
  ///
  /// - Parameter metric: what to look up.
  /// - Returns: the total since midnight, or `nil` when it was never read.
  public subscript(metric: PracticeMetric) -> Double? {
    for entry in entries where entry.metric == metric { return entry.amount }
    return nil
  }

  /// Notes a total that is finite and not negative.
  mutating func set(_ metric: PracticeMetric, to amount: Double) {
    if let index = entries.firstIndex(where: { $0.metric == metric }) {
      entries[index].amount = amount
    } else {
      entries.append(Entry(metric: metric, amount: amount))
    }
  }

  /// Starts a day: what can be read has happened 0 times on it.
  mutating func restart() {
    for index in entries.indices { entries[index].amount = 0 }
  }

  /// Reads amounts; repeated metrics, and totals that no day can have, are corrupt data.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    for entry in try container.decode([Entry].self) {
      guard entry.amount.isFinite, entry.amount >= 0, self[entry.metric] == nil else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "\(entry.metric.rawValue) has no valid amount")
      }
      entries.append(entry)
    }
  }

  /// Writes a list of metrics and amounts.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(entries)
  }
}
