// SPDX-License-Identifier: MIT

/// The amounts of today by metric; a metric without an entry was never read.
public struct MetricAmounts: Hashable, Codable, Sendable {
  private struct Entry: Hashable, Codable {
    var metric: PracticeMetric
    var amount: Double
  }

  /// The entries in the order of the first reading, at most one for each metric.
  ///
  /// Unlike a dictionary, this encodes equal histories to equal bytes.
  private var entries: [Entry] = []

  /// Makes empty amounts.
  public init() {}

  /// Returns the amount of a metric.
  ///
  /// - Parameter metric: the metric.
  /// - Returns: the total since midnight, or `nil` when it was never read.
  public subscript(metric: PracticeMetric) -> Double? {
    for entry in entries where entry.metric == metric { return entry.amount }
    return nil
  }

  /// Sets a finite and non-negative total.
  mutating func set(_ metric: PracticeMetric, to amount: Double) {
    if let index = entries.firstIndex(where: { $0.metric == metric }) {
      entries[index].amount = amount
    } else {
      entries.append(Entry(metric: metric, amount: amount))
    }
  }

  /// Sets every known amount to 0 for a new day.
  mutating func restart() {
    for index in entries.indices { entries[index].amount = 0 }
  }

  /// Decodes amounts; repeated metrics and impossible totals are corrupt data.
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

  /// Encodes a list of metrics and amounts.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(entries)
  }
}

/// The reasons why a source of practice or health data gave no answer.
public enum PracticeDataError: Error, Hashable, Codable, Sendable {
  /// The data do not exist on this machine.
  case notAvailable
  /// The player refused access.
  case authorizationDenied
  /// The read failed; `description` is in English.
  ///
  /// `fault` is the cause for a message in the player's language; `nil` if none describes it. Older
  /// releases read a stored error without it.
  case queryFailed(description: String, fault: Fault? = nil)
}

extension PracticeDataError: CustomStringConvertible {
  /// One sentence for a person.
  public var description: String {
    switch self {
    case .notAvailable: "The data is not available here. Choose another metric for the goal."
    case .authorizationDenied: "The data may not be read. Grant the permission and try again."
    case .queryFailed(let description, _): "The data could not be read (\(description)). Try again."
    }
  }
}
