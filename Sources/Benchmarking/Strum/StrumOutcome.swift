// SPDX-License-Identifier: MIT

package import Acoustics

/// A contestant's answer about one string at one update.
package struct StrumAnswer: Hashable, Codable, Sendable {
  /// The decision about the string.
  package enum State: String, Hashable, Codable, Sendable {
    /// The string sounds.
    case sounding
    /// The string does not sound.
    case silent
    /// The contestant does not decide.
    case unclear
  }

  /// The decision.
  package var state: State
  /// The deviation from the target in cents; `nil` if nothing was measured.
  package var cents: Double?
  /// The standard deviation of `cents`; `nil` if the contestant reports none.
  package var sigma: Double?

  /// Makes an answer.
  package init(_ state: State, cents: Double? = nil, sigma: Double? = nil) {
    self.state = state
    self.cents = cents
    self.sigma = sigma
  }

  /// Converts the answer of the strum engine.
  package init(_ reading: StringReading) {
    let state: State =
      switch reading.state {
      case .sounding: .sounding
      case .silent: .silent
      case .unclear: .unclear
      }
    self.init(state, cents: reading.deviation?.value, sigma: reading.sigma?.value)
  }
}

/// An answer about one string, with its reference.
struct StrumOutcome: Hashable, Codable, Sendable {
  let string: Int
  let isCollided: Bool
  /// The time of the answer after the last onset.
  let seconds: Double
  /// The true deviation from the target in cents; `nil` for a string that does not sound.
  let truth: Double?
  /// The deviation that a manifest gives, in cents; `nil` without one.
  let reference: Double?
  let answer: StrumAnswer

  /// The distance of the answer from the truth in cents; `nil` without an answer or a truth.
  var error: Double? {
    guard let truth, let cents = answer.cents else { return nil }
    return abs(cents - truth)
  }
  /// True if the string is reported as sounding.
  var isAnswered: Bool { answer.state == .sounding }
  /// True if the truth lies within two sigma; `nil` without an answer.
  var isWithinTwoSigma: Bool? {
    guard isAnswered, let error, let sigma = answer.sigma else { return nil }
    return error <= 2 * sigma
  }
  /// True if the answer is on the right side of ± 5 cents; `nil` without one.
  var isRightlyInTune: Bool? {
    guard isAnswered, let truth, let cents = answer.cents else { return nil }
    return (abs(cents) <= 5) == (abs(truth) <= 5)
  }

  /// The same answer, compared with the deviation in the manifest.
  var againstReference: StrumOutcome {
    StrumOutcome(
      string: string, isCollided: isCollided, seconds: seconds, truth: reference, reference: nil,
      answer: answer)
  }
}
