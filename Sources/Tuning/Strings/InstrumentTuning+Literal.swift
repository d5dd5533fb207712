// SPDX-License-Identifier: MIT

extension InstrumentTuning {
  /// The id of a tuning that was written as notes.
  public static let literalID = "custom"

  /// Makes a tuning from notes that a player typed.
  ///
  /// The notes are ordered from the highest string number to string 1 and separated by blanks or
  /// commas: `D2 A2 D3 G3 B3 E4`. A slash joins the strings of a course: `G3/G4`. Six names without
  /// octaves mean a guitar: each name gets the octave nearest to the string of the standard tuning.
  /// Examples are `D A D G A D` and, as one word, `cgdgad`. In Helmholtz notation, a comma belongs
  /// to its note and does not separate; a letter alone has an octave there, so six names lack
  /// octaves only if all are capital or all small.
  ///
  /// - Parameters:
  ///   - text: the notes.
  ///   - notation: the language of their names.
  ///   - convention: the notation of their octaves.
  /// - Throws: `InstrumentTuningError`, which names the string and the reason; `.noteMissing` for a
  ///   slash without a note on each side.
  public init(
    literal text: some StringProtocol, notation: NoteNotation = .english,
    octaves convention: OctaveConvention = .scientific
  ) throws(InstrumentTuningError) {
    let words = try Self.words(of: String(text), convention)
    let notes = Array(words.joined())
    let convention = Self.lackOctaves(notes, notation) ? .scientific : convention
    guard Self.stringCounts.contains(notes.count) else {
      // A word that is no note explains more than a wrong number of words.
      for (index, note) in notes.enumerated() {
        do throws(NoteError) {
          _ = try notation.note(in: note, octaves: convention)
        } catch .octaveMissing {
          continue
        } catch {
          throw .note(string: notes.count - index, error)
        }
      }
      throw .stringCount(required: Self.stringCounts, actual: notes.count)
    }
    var strings: [GuitarString] = []
    for (index, word) in words.enumerated() {
      for note in word {
        let position = notes.count - strings.count
        let spelling = try Self.spelling(
          of: note, at: position, of: notes.count, notation, convention)
        strings.append(
          GuitarString(position: position, spelling: spelling, course: words.count - index))
      }
    }
    let name = strings.map { $0.spelling.description }.joined(separator: " ")
    try self.init(id: Self.literalID, name: name, strings: strings)
  }

  /// Returns the notes of each course.
  private static func words(
    of text: String, _ convention: OctaveConvention
  ) throws(InstrumentTuningError) -> [[Substring]] {
    let separators = convention == .helmholtz ? " \t" : " \t,"
    let words = text.split { separators.contains($0) }
    // One word of six letters names six strings.
    if words.count == 1, text.count == standard.strings.count, text.allSatisfy({ $0.isLetter }) {
      return text.indices.map { [text[$0...$0]] }
    }
    return try words.map { word throws(InstrumentTuningError) in
      let notes = word.split(separator: "/", omittingEmptySubsequences: false)
      guard !notes.contains("") else { throw .noteMissing(word: String(word)) }
      return notes
    }
  }

  /// Returns whether the notes are six names, all capital or all small, and nothing else.
  private static func lackOctaves(_ notes: [Substring], _ notation: NoteNotation) -> Bool {
    guard notes.count == standard.strings.count,
      notes.allSatisfy({ (try? notation.name(in: $0)) != nil })
    else { return false }
    let capitals = notes.count { $0.first?.isUppercase == true }
    return capitals == 0 || capitals == notes.count
  }

  private static func spelling(
    of text: Substring, at position: Int, of count: Int, _ notation: NoteNotation,
    _ convention: OctaveConvention
  ) throws(InstrumentTuningError) -> SpelledNote {
    do throws(NoteError) {
      return try notation.note(in: text, octaves: convention)
    } catch .octaveMissing(let text) {
      guard count == standard.strings.count, let usual = standard.string(at: position),
        let name = try? notation.name(in: text)
      else { throw .note(string: position, .octaveMissing(text: text)) }
      // If two octaves are equally near, the lower one is taken, because slack strings are more
      // common than tight ones.
      let octaves = (usual.spelling.octave - 1)...(usual.spelling.octave + 1)
      let notes = octaves.map { SpelledNote(name.letter, name.accidental, octave: $0) }
      let distance = { (note: SpelledNote) in abs(note.note.midi - usual.note.midi) }
      return notes.dropFirst().reduce(notes[0]) { distance($1) < distance($0) ? $1 : $0 }
    } catch {
      throw .note(string: position, error)
    }
  }
}
