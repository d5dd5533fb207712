// SPDX-License-Identifier: MIT

/// The signal to a player that a string is in tune.
public enum FeedbackStyle: String, CaseIterable, Hashable, Sendable {
  /// The terminal's bell.
  case bell
  /// A short tone.
  case chime
  /// No signal.
  case none
}
