// SPDX-License-Identifier: MIT

/// A note with its spelling: one key of the keyboard is F#3 or Gb3.
///
/// The octave belongs to the letter, so Cb4 is the key below C4, and B#3 is C4 itself.
public struct SpelledNote: Hashable, Sendable, CustomStringConvertible {
  /// The octaves of the notes that a string may have.
  public static let stringOctaves = 0...9

  /// The letter.
  public let letter: NoteLetter
  /// The accidental.
  public let accidental: Accidental
  /// The letter's octave in scientific notation: middle C begins octave 4.
  public let octave: Int

  /// Makes a note from its parts.
  public init(_ letter: NoteLetter, _ accidental: Accidental = .natural, octave: Int) {
    self.letter = letter
    self.accidental = accidental
    self.octave = octave
  }

  /// Spells a key without double accidentals.
  ///
  /// - Parameters:
  ///   - note: the key.
  ///   - flats: true for a flat on a black key, false for a sharp.
  public init(_ note: Note, flats: Bool = false) {
    let above = note.pitchClass.rawValue
    let natural = NoteLetter.allCases.first { $0.semitonesAboveC == above }
    let sharp = NoteLetter.allCases.last { $0.semitonesAboveC < above } ?? .c
    let flat = NoteLetter.allCases.first { $0.semitonesAboveC > above } ?? .b
    if let natural {
      self.init(natural, octave: note.octave)
    } else if flats {
      self.init(flat, .flat, octave: note.octave)
    } else {
      self.init(sharp, .sharp, octave: note.octave)
    }
  }

  /// The key of the keyboard.
  public var note: Note {
    Note(midi: 12 * (octave + 1) + letter.semitonesAboveC + accidental.rawValue)
  }

  /// The English name and scientific octave, such as `Bb2`.
  public var description: String { NoteNotation.english.text(of: self) }
}
