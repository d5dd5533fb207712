// SPDX-License-Identifier: MIT

/// How much of something is done: 0 for nothing to 1 for all, never anything else.
public struct PracticeProgress: Hashable, Sendable {
  /// The fraction, 0 to 1.
  public let value: Double

  /// Nothing done.
  public static let none = PracticeProgress(unchecked: 0)
  /// All done.
  public static let complete = PracticeProgress(unchecked: 1)

  /// Makes a progress.
  ///
  /// - Parameter value: the fraction; below 0 becomes 0, above 1 becomes 1. For NaN the result is
  ///   `nil`.
  public init?(_ value: Double) {
    guard !value.isNaN else { return nil }
    // Adding 0 turns -0 into 0, so that equal progress is written the same.
    self.value = min(max(value, 0), 1) + 0
  }

  private init(unchecked value: Double) { self.value = value }
}

extension PracticeProgress: Comparable {
  /// Compares two by how much is done.
  public static func < (left: PracticeProgress, right: PracticeProgress) -> Bool {
    left.value < right.value
  }
}

extension PracticeProgress: Codable {
  /// Reads the fraction; one outside 0 to 1 is corrupt data.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let value = try container.decode(Double.self)
    guard (0...1).contains(value) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a progress of \(value) is outside 0 to 1")
    }
    self.init(unchecked: value)
  }

  /// Writes the fraction.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}
