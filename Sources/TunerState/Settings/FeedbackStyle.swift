// SPDX-License-Identifier: MIT

/// What a player hears or feels when a string comes in tune.
public enum FeedbackStyle: String, CaseIterable, Hashable, Sendable {
  /// The terminal's bell.
  case bell
  /// A short tone.
  case chime
  /// Nothing.
  case none
}
