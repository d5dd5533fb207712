// SPDX-License-Identifier: MIT

import Terminal
import Tuning

/// The names of a string, from long to short: `6 E2`, `E2`, `E`, `6`.
///
/// The strings of a course that are measured as one have `4+3 B3` and `4+3`.
struct StringNames {
  /// The note with its octave.
  let note: String
  /// The numbers and the note.
  var full: String { all[0] }
  private let all: [String]

  /// Writes the names of a string.
  init(
    position: Int, note: SpelledNote, in notation: NoteNotation, octaves: OctaveConvention
  ) {
    self.init(numbers: "\(position)", note: note, in: notation, octaves: octaves)
  }

  private init(
    numbers: String, note: SpelledNote, in notation: NoteNotation, octaves: OctaveConvention
  ) {
    let full = notation.text(of: note, octaves: octaves)
    // A Helmholtz name always names an octave: without its strokes, it is another note.
    let short =
      octaves == .helmholtz ? [] : [notation.name(of: note.letter, note.accidental)]
    self.note = full
    all = ["\(numbers) \(full)", full] + short + [numbers]
  }

  /// Writes the names of a string with its own note.
  init(of string: GuitarString, in notation: NoteNotation, octaves: OctaveConvention) {
    self.init(
      position: string.position, note: string.spelling, in: notation, octaves: octaves)
  }

  /// Writes the names of a string of a stroke with its own note.
  init(of target: StrumTarget, in notation: NoteNotation, octaves: OctaveConvention) {
    self.init(
      numbers: target.numbers, note: target.string.spelling, in: notation, octaves: octaves)
  }

  /// Returns the longest name that leaves a blank in some columns; the shortest if none does.
  func longest(below columns: Int) -> String {
    all.first { $0.cellWidth < columns } ?? all[all.count - 1]
  }
}
