// SPDX-License-Identifier: MIT

internal import Acoustics
internal import PitchDetection
internal import TestSignals

/// A reading of one string beside its truth.
struct StrumOutcome: Sendable {
  let set: String
  let stroke: UInt64
  let string: Int
  let isCollided: Bool
  /// The time after the last onset for which the reading was asked.
  let seconds: Double
  /// The true deviation from the target in cents; `nil` for a string that is not played.
  let truth: Double?
  let reading: StringReading

  /// The distance of the reading from the truth in cents; `nil` without a reading or a truth.
  var error: Double? {
    guard let truth, let deviation = reading.deviation else { return nil }
    return abs(deviation.value - truth)
  }
  /// True where the engine answers.
  var isAnswered: Bool { reading.state == .sounding }
  /// True where the truth lies within two sigma; `nil` without an answer.
  var isWithinTwoSigma: Bool? {
    guard isAnswered, let error, let sigma = reading.sigma else { return nil }
    return error <= 2 * sigma.value
  }
  /// True where the answer is on the right side of ± 5 cents; `nil` without one.
  var isRightlyInTune: Bool? {
    guard isAnswered, let truth, let deviation = reading.deviation else { return nil }
    return (abs(deviation.value) <= 5) == (abs(truth) <= 5)
  }
}

/// The readings of a stroke at the asked times, and the time of its first complete reading.
struct StrumResult: Sendable {
  let set: String
  let outcomes: [StrumOutcome]
  /// Seconds after the last onset at which every played string is answered; `nil` for never.
  let complete: Double?
}
