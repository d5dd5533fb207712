// SPDX-License-Identifier: MIT

internal import Acoustics
internal import TestSignals

/// The positions of notes on an axis of frequencies.
enum NoteFrequency {
  /// Returns the frequency of a MIDI number in equal temperament, A4 at 440 Hz.
  static func hertz(of note: Int) -> Double { TestNote(note).frequency.value }
}
