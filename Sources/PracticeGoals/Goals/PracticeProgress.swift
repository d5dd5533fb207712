// SPDX-License-Identifier: MIT

/// A progress from 0 (none) to 1 (complete).
public struct PracticeProgress: Hashable, Sendable {
  /// The fraction, 0 to 1.
  public let value: Double

  /// No progress.
  public static let none = PracticeProgress(unchecked: 0)
  /// Complete progress.
  public static let complete = PracticeProgress(unchecked: 1)

  /// Makes a progress.
  ///
  /// - Parameter value: the fraction, clamped to 0…1; NaN gives `nil`.
  public init?(_ value: Double) {
    guard !value.isNaN else { return nil }
    // Adding 0 turns -0 into 0, so that equal values encode equally.
    self.value = min(max(value, 0), 1) + 0
  }

  private init(unchecked value: Double) { self.value = value }
}

extension PracticeProgress: Comparable {
  /// Compares two fractions.
  public static func < (left: PracticeProgress, right: PracticeProgress) -> Bool {
    left.value < right.value
  }
}

extension PracticeProgress: Codable {
  /// Decodes the fraction; one outside 0…1 is corrupt data.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let value = try container.decode(Double.self)
    guard (0...1).contains(value) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a progress of \(value) is outside 0 to 1")
    }
    self.init(unchecked: value)
  }

  /// Encodes the fraction.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}
