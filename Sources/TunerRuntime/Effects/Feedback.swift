// SPDX-License-Identifier: MIT

public import TunerState

/// Tells a player without a screen that a string is in tune.
public protocol Feedback: Sendable {
  /// Gives one sign; may wait until it is over.
  ///
  /// - Parameter style: what kind; never `none`.
  func give(_ style: FeedbackStyle)
}

/// Gives no sign: for programs whose output is read by another one.
public struct NoFeedback: Feedback {
  /// Makes one.
  public init() {}

  /// Does nothing.
  ///
  /// - Parameter style: what kind.
  public func give(_ style: FeedbackStyle) {}
}
