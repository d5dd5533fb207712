// SPDX-License-Identifier: MIT

/// One line of a check: a note, or a string of a stroke.
protocol CheckedResult: Record, Sendable {
  /// True where it is in tune, false where it is not; `nil` where there was nothing to check.
  var isInTune: Bool? { get }
  /// Returns the line for a person.
  func line(_ text: CheckText) -> String
}
