// SPDX-License-Identifier: MIT

package import Tuning

/// The targets that pitches are compared with, checked, and the notation that names them.
package struct TargetSettings: Sendable {
  /// The strings, the reference pitch, the temperament and the locked string.
  package var classifier: PitchClassifier
  /// The largest deviation that is in tune.
  package var tolerance: TuningTolerance
  /// The way in which people read notes.
  package var notation: NoteStyle
  /// The fret that a capo sits at; 0 for none.
  package var capo: Int
}

/// The way in which people read notes: the language of the names, and the notation of octaves.
package struct NoteStyle: Hashable, Sendable {
  /// The language.
  package var notation: NoteNotation
  /// The notation of octaves.
  package var octaves: OctaveConvention

  /// Returns a note as people read it.
  func text(of note: SpelledNote) -> String { notation.text(of: note, octaves: octaves) }

  /// Returns a note as people read it, with a sharp where it needs a sign.
  func text(of note: Note) -> String { text(of: SpelledNote(note)) }

  /// Reads a note as it is written.
  ///
  /// - Throws: `NoteError`.
  func note(in text: String) throws(NoteError) -> SpelledNote {
    try notation.note(in: text, octaves: octaves)
  }
}
