// SPDX-License-Identifier: MIT

import Testing
import Tuning

@Suite("Note notation")
struct NoteNotationTests {
  @Test(
    "every spelling reads back unchanged, in every language and octave convention",
    arguments: NoteNotation.allCases, OctaveConvention.allCases)
  func roundTrip(notation: NoteNotation, convention: OctaveConvention) throws {
    for letter in NoteLetter.allCases {
      for accidental in Accidental.allCases {
        for octave in -1...9 {
          let note = SpelledNote(letter, accidental, octave: octave)
          let text = notation.text(of: note, octaves: convention)
          #expect(try notation.note(in: text, octaves: convention) == note, "\(text)")
        }
      }
    }
  }

  struct Row: CustomTestStringConvertible {
    let text: String
    let notation: NoteNotation
    let midi: Int
    var testDescription: String { "\(text) in \(notation.rawValue)" }
  }

  /// Names after DIN 1345 usage and the French and Italian schools; numbers after MIDI (A4 = 69).
  static let rows = [
    Row(text: "E2", notation: .english, midi: 40), Row(text: "e2", notation: .english, midi: 40),
    Row(text: "F#3", notation: .english, midi: 54), Row(text: "Gb3", notation: .english, midi: 54),
    Row(text: "G♭3", notation: .english, midi: 54), Row(text: "Bb2", notation: .english, midi: 46),
    Row(text: "bb2", notation: .english, midi: 46), Row(text: "B2", notation: .english, midi: 47),
    Row(text: "Cb4", notation: .english, midi: 59), Row(text: "B#3", notation: .english, midi: 60),
    Row(text: "Fx3", notation: .english, midi: 55), Row(text: "C-1", notation: .english, midi: 0),
    Row(text: "G9", notation: .english, midi: 127), Row(text: "H2", notation: .german, midi: 47),
    Row(text: "B2", notation: .german, midi: 46), Row(text: "Es2", notation: .german, midi: 39),
    Row(text: "As2", notation: .german, midi: 44), Row(text: "fis3", notation: .german, midi: 54),
    Row(text: "Ces4", notation: .german, midi: 59), Row(text: "Eses2", notation: .german, midi: 38),
    Row(text: "Mi2", notation: .solfege, midi: 40), Row(text: "Sol3", notation: .solfege, midi: 55),
    Row(text: "Ré3", notation: .solfege, midi: 50), Row(text: "Sib3", notation: .solfege, midi: 58),
    Row(text: "fa#3", notation: .solfege, midi: 54),
  ]

  @Test("a name is the key that it has in its language", arguments: rows)
  func names(row: Row) throws {
    #expect(try row.notation.note(in: row.text).note.midi == row.midi)
  }

  /// The strings of a guitar as German and English books print them: E A d g h(b) e'.
  @Test("writes a guitar's strings in Helmholtz notation, and middle C as C3, on request")
  func octaveConventions() {
    let strings = InstrumentTuning.standard.strings.map(\.spelling)
    let german = strings.map { NoteNotation.german.text(of: $0, octaves: .helmholtz) }
    #expect(german == ["E", "A", "d", "g", "h", "e'"])
    let low = SpelledNote(.b, octave: 0)
    #expect(NoteNotation.english.text(of: low, octaves: .helmholtz) == "B,,")
    let middle = SpelledNote(.c, octave: 4)
    #expect(NoteNotation.english.text(of: middle, octaves: .middleC3) == "C3")
    #expect(NoteNotation.solfege.text(of: Note(midi: 58)) == "La#3")
  }

  @Test(
    "refuses text that is not a note, with a message",
    arguments: ["", "H2", "2", "E2 ", " E2", "E 2", "Eb#2", "E2.5", "E--2", "E+2", "Q7", "é2é"])
  func unknown(text: String) {
    #expect(
      throws: NoteError.unknownNote(text: text, notation: .english, octaves: .scientific)
    ) {
      try NoteNotation.english.note(in: text)
    }
  }

  @Test("distinguishes a missing octave from a missing note, and refuses absurd octaves")
  func octaves() {
    #expect(throws: NoteError.octaveMissing(text: "Eb")) {
      try NoteNotation.english.note(in: "Eb")
    }
    for text in ["E21", "E-11", "E99999999999999999999"] {
      #expect(throws: NoteError.octaveOutOfRange(text: text, required: 0...9)) {
        try NoteNotation.english.note(in: text)
      }
    }
    #expect(throws: NoteError.octaveOutOfRange(text: "E21", required: -1...8)) {
      try NoteNotation.english.note(in: "E21", octaves: .middleC3)
    }
    let helmholtz = #expect(throws: NoteError.self) {
      try NoteNotation.english.note(in: "E'", octaves: .helmholtz)
    }
    #expect(helmholtz.map { "\($0)".contains("such as F#, or f#'") } == true)
    #expect("\(NoteError.octaveMissing(text: "Eb"))".contains("Eb3"))
  }

  @Test("spells every key with a sharp or a flat, and no key with both")
  func spelling() {
    for midi in 0...127 {
      let note = Note(midi: midi)
      let (sharp, flat) = (SpelledNote(note), SpelledNote(note, flats: true))
      #expect(sharp.note == note)
      #expect(flat.note == note)
      #expect(sharp.description == note.description)
      #expect((sharp == flat) == (sharp.accidental == .natural))
    }
  }
}
