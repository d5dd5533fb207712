// SPDX-License-Identifier: MIT

/// The valid ranges of labels; a value outside is a fault of the file.
enum LabelRange {
  /// Seconds since the start of the file: up to a day.
  static let seconds = 0.0...86_400
  /// Pitches in hertz, from below the lowest string to the upper limit of hearing.
  static let hertz = 10.0...20_000
  /// MIDI note numbers.
  static let midi = 0.0...127
  /// Voicing and confidence.
  static let share = 0.0...1
}
