// SPDX-License-Identifier: MIT

import Tuning

/// How people read notes: the language of the names, and how an octave is written.
struct NoteStyle: Sendable {
  /// The language.
  var notation: NoteNotation
  /// The way to write an octave.
  var octaves: OctaveConvention

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
