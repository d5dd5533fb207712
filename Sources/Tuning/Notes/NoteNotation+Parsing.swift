// SPDX-License-Identifier: MIT

extension NoteNotation {
  /// Parses a note with its octave: `E2`, `f#3`, `Bb2`, German `Es2`, solfège `Mib2`, Helmholtz
  /// `e'`.
  ///
  /// Letters may have either case, except in Helmholtz notation, where the case gives the octave.
  /// `♯`, `♭` and `x` are read as `#`, `b` and `##`, and `Ré` as `Re`.
  ///
  /// - Parameters:
  ///   - text: a note and nothing else.
  ///   - convention: the notation of its octave.
  /// - Returns: the note with its spelling.
  /// - Throws: `NoteError`.
  public func note(
    in text: some StringProtocol, octaves convention: OctaveConvention = .scientific
  ) throws(NoteError) -> SpelledNote {
    let original = String(text)
    let plain = Self.plain(original)
    var longestName = 0
    var best: (letter: NoteLetter, accidental: Accidental, rest: Substring)?
    for (name, letter, accidental) in spellings {
      guard name.count > longestName, plain.lowercased().hasPrefix(name) else { continue }
      let rest = plain.dropFirst(name.count)
      guard convention == .helmholtz ? Self.isStrokes(rest) : Self.isOctave(rest) || rest.isEmpty
      else { continue }
      longestName = name.count
      best = (letter, accidental, rest)
    }
    guard let best else {
      throw .unknownNote(text: original, notation: self, octaves: convention)
    }
    let octave: Int
    if convention == .helmholtz {
      let isCapital = plain.first?.isUppercase == true
      // A comma may only follow a capital letter, which it lowers; a stroke only a small one, which
      // it raises.
      guard best.rest.allSatisfy({ ($0 == ",") == isCapital }) else {
        throw .unknownNote(text: original, notation: self, octaves: convention)
      }
      octave = isCapital ? 2 - best.rest.count : 3 + best.rest.count
    } else {
      guard !best.rest.isEmpty else { throw .octaveMissing(text: original) }
      guard let number = Int(best.rest), (-10...20).contains(number) else {
        let octaves = SpelledNote.stringOctaves
        let (first, last) = (octaves.lowerBound, octaves.upperBound)
        throw .octaveOutOfRange(
          text: original, required: first + convention.offset...last + convention.offset)
      }
      octave = number - convention.offset
    }
    return SpelledNote(best.letter, best.accidental, octave: octave)
  }

  /// Parses a note name without an octave.
  ///
  /// - Parameter text: a name and nothing else.
  /// - Returns: the letter and accidental.
  /// - Throws: `NoteError.unknownNote`.
  public func name(
    in text: some StringProtocol
  ) throws(NoteError) -> (letter: NoteLetter, accidental: Accidental) {
    let plain = Self.plain(String(text)).lowercased()
    for (name, letter, accidental) in spellings where name == plain {
      return (letter, accidental)
    }
    throw .unknownNote(text: String(text), notation: self, octaves: .scientific)
  }

  /// All names in small letters, with their letter and accidental.
  private var spellings: [(name: String, NoteLetter, Accidental)] {
    NoteLetter.allCases.flatMap { letter in
      Accidental.allCases.map { (name(of: letter, $0).lowercased(), letter, $0) }
    }
  }

  private static func plain(_ text: String) -> String {
    var plain = ""
    for character in text {
      switch character {
      case "♯": plain += "#"
      case "♭": plain += "b"
      case "𝄪", "x": plain += "##"
      case "𝄫": plain += "bb"
      case "é", "É": plain += "e"
      case "’", "′": plain += "'"
      default: plain.append(character)
      }
    }
    return plain
  }

  private static func isOctave(_ text: Substring) -> Bool {
    let digits = text.first == "-" ? text.dropFirst() : text
    return !digits.isEmpty && digits.utf8.allSatisfy { (48...57).contains($0) }
  }

  private static func isStrokes(_ text: Substring) -> Bool {
    text.count <= 8 && (text.allSatisfy { $0 == "," } || text.allSatisfy { $0 == "'" })
  }
}
