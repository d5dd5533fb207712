// SPDX-License-Identifier: MIT

public import TunerState

/// Feedback to a player without a screen that a string is in tune.
public protocol Feedback: Sendable {
  /// Gives one sign, and may block until its end.
  ///
  /// - Parameter style: the kind of sign; never `none`.
  func give(_ style: FeedbackStyle)
}

/// Feedback without effect, for programs whose output another program reads.
public struct NoFeedback: Feedback {
  /// Makes the value.
  public init() {}

  /// Does nothing.
  ///
  /// - Parameter style: the kind of sign.
  public func give(_ style: FeedbackStyle) {}
}
