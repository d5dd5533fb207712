// SPDX-License-Identifier: MIT

/// The verdict of the goals on today.
public enum GoalVerdict: String, Hashable, Codable, Sendable, CaseIterable {
  /// No enabled goal applies today, so nothing is blocked.
  case noGoals
  /// The goals are met.
  case met
  /// The goals are not met.
  case shouldBlock
  /// The known amounts do not decide; the gate then stays as it is.
  case undecided
}

/// The verdict and progress of a day.
public struct GoalEvaluation: Hashable, Codable, Sendable {
  /// The verdict.
  public let verdict: GoalVerdict
  /// The progress: the mean of the goals if all must be met, the best if one is enough.
  public let progress: PracticeProgress
  /// The date.
  public let day: LocalDay
  /// The end of the date.
  public let dayEnd: WallTime

  /// Makes an evaluation.
  public init(verdict: GoalVerdict, progress: PracticeProgress, day: LocalDay, dayEnd: WallTime) {
    self.verdict = verdict
    self.progress = progress
    self.day = day
    self.dayEnd = dayEnd
  }
}

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
