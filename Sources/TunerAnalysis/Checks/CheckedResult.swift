// SPDX-License-Identifier: MIT

/// A result of a check: a note, or a string of a stroke.
protocol CheckedResult: Record, Sendable {
  /// True for a result in tune, false for one out of tune; `nil` if there was nothing to check.
  var isInTune: Bool? { get }
  /// Returns the line for a person.
  func line(_ text: CheckText) -> String
}
