// SPDX-License-Identifier: MIT

/// What the labels of an annotation can mean; anything outside is a mistake in the file.
enum LabelRange {
  /// Seconds since the start of the file: up to a day.
  static let seconds = 0.0...86_400
  /// Pitches that a person labels: from under the lowest string to the top of hearing.
  static let hertz = 10.0...20_000
  /// MIDI note numbers.
  static let midi = 0.0...127
  /// Voicing and confidence.
  static let share = 0.0...1
}
