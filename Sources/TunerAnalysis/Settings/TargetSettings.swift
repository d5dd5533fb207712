// SPDX-License-Identifier: MIT

internal import Acoustics
package import Tuning

/// The validated targets that pitches are compared with, and the notation of their names.
package struct TargetSettings: Sendable {
  /// The strings, the reference pitch, the temperament and the locked string.
  package var classifier: PitchClassifier
  /// The tuning with its stretch and its offsets, without the capo; `nil` for chromatic.
  package var openTuning: InstrumentTuning?
  /// The largest deviation that is in tune.
  package var tolerance: TuningTolerance
  /// The notation of notes.
  package var notation: NoteStyle
  /// The fret of the capo; 0 for none.
  package var capo: Int

  /// Returns whether a deviation reaches the end of the scale of the locked string, so that the
  /// distance is told in semitones.
  func isFarFromLocked(_ cents: Cents) -> Bool {
    classifier.locked != nil && cents.magnitude >= PitchClassifier.lockedRange
  }
}

/// The notation of notes: the language of their names, and the notation of octaves.
package struct NoteStyle: Hashable, Sendable {
  /// The language.
  package var notation: NoteNotation
  /// The notation of octaves.
  package var octaves: OctaveConvention

  /// Returns a note in this notation.
  func text(of note: SpelledNote) -> String { notation.text(of: note, octaves: octaves) }

  /// Returns a note in this notation, with a sharp where it needs an accidental.
  func text(of note: Note) -> String { text(of: SpelledNote(note)) }

  /// Reads a note in this notation.
  ///
  /// - Throws: `NoteError`.
  func note(in text: some StringProtocol) throws(NoteError) -> SpelledNote {
    try notation.note(in: text, octaves: octaves)
  }
}
