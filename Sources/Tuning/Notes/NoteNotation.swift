// SPDX-License-Identifier: MIT

/// A language of note names.
public enum NoteNotation: String, CaseIterable, Hashable, Sendable {
  /// C D E F G A B, with `#` and `b`.
  case english
  /// C D E F G A H: a sharp adds -is, a flat adds -es, and B is the flat of H.
  case german
  /// Do Re Mi Fa Sol La Si, with `#` and `b`.
  case solfege

  /// Returns the name without its octave.
  ///
  /// - Parameters:
  ///   - letter: the letter.
  ///   - accidental: its sign.
  /// - Returns: the name, with a capital first letter.
  public func name(of letter: NoteLetter, _ accidental: Accidental) -> String {
    switch self {
    case .english: Self.englishLetters[letter.rawValue] + "\(accidental.sign)"
    case .solfege: Self.syllables[letter.rawValue] + "\(accidental.sign)"
    case .german: Self.germanName(letter, accidental)
    }
  }

  /// Returns the note's name with its octave, such as `E2`, `Es2` or `Mib2`; Helmholtz writes `E`.
  ///
  /// - Parameters:
  ///   - note: the note.
  ///   - convention: the notation of its octave.
  /// - Returns: text that `note(in:octaves:)` reads back.
  public func text(
    of note: SpelledNote, octaves convention: OctaveConvention = .scientific
  ) -> String {
    let name = name(of: note.letter, note.accidental)
    guard convention == .helmholtz else { return "\(name)\(note.octave + convention.offset)" }
    // C2 to B2 is the great octave, C3 to B3 the small one.
    return note.octave <= 2
      ? name + String(repeating: ",", count: 2 - note.octave)
      : name.lowercased() + String(repeating: "'", count: note.octave - 3)
  }

  /// Returns the name of a key, spelled with sharps.
  ///
  /// - Parameter note: the key.
  /// - Returns: its name and scientific octave.
  public func text(of note: Note) -> String { text(of: SpelledNote(note)) }

  static let englishLetters = ["C", "D", "E", "F", "G", "A", "B"]
  static let syllables = ["Do", "Re", "Mi", "Fa", "Sol", "La", "Si"]

  /// The irregular names are B, the flat of H, and the contractions Es and As.
  private static func germanName(_ letter: NoteLetter, _ accidental: Accidental) -> String {
    let natural = letter == .b ? "H" : englishLetters[letter.rawValue]
    switch (letter, accidental) {
    case (_, .natural): return natural
    case (_, .sharp): return natural + "is"
    case (_, .doubleSharp): return natural + "isis"
    case (.b, .flat): return "B"
    case (.e, .flat), (.a, .flat): return natural + "s"
    case (.e, .doubleFlat), (.a, .doubleFlat): return natural + "ses"
    case (_, .flat): return natural + "es"
    case (_, .doubleFlat): return natural + "eses"
    }
  }
}

/// A notation of octaves.
public enum OctaveConvention: String, CaseIterable, Hashable, Sendable {
  /// A number; middle C is C4 (scientific pitch notation).
  case scientific
  /// A number; middle C is C3, as many synthesizers and French solfège count.
  case middleC3 = "middle-c3"
  /// Capital letters, small letters and strokes: middle C is c', the low E of a guitar E
  /// (Helmholtz).
  case helmholtz

  /// The offset of this convention from the scientific number.
  var offset: Int { self == .middleC3 ? -1 : 0 }
}

/// An error in the text of a note.
public enum NoteError: Error, Equatable, Sendable {
  /// The text begins with no note name of this language, or no octave of this notation follows the
  /// name.
  case unknownNote(text: String, notation: NoteNotation, octaves: OctaveConvention)
  /// The text has a note and no octave.
  case octaveMissing(text: String)
  /// The octave is out of range.
  case octaveOutOfRange(text: String, required: ClosedRange<Int>)
}

extension NoteError: CustomStringConvertible {
  /// The error as one sentence that ends with the remedy.
  public var description: String {
    switch self {
    case .unknownNote(let text, let notation, let octaves):
      "\"\(text)\" is not a note. Write \(Self.remedy(notation, octaves))."
    case .octaveMissing(let text):
      "\"\(text)\" has no octave. Write for example \(text)3."
    case .octaveOutOfRange(let text, let required):
      "\"\(text)\" is in no octave that a string can sound. Write one from "
        + "\(required.lowerBound) to \(required.upperBound)."
    }
  }

  private static func remedy(_ notation: NoteNotation, _ octaves: OctaveConvention) -> String {
    let (name, example) =
      switch notation {
      case .english: ("a letter from A to G, # or b", "F#")
      case .german: ("a German name", "Fis")
      case .solfege: ("a syllable from Do to Si, # or b", "Fa#")
      }
    guard octaves == .helmholtz else {
      let others = notation == .german ? ", Es2, B2 or H3" : ""
      return "\(name), and an octave, such as \(example)3\(others)"
    }
    return "\(name), with commas after a capital or strokes after a small letter, such as "
      + "\(example), or \(example.lowercased())'"
  }
}
