// SPDX-License-Identifier: MIT

import Acoustics
import Testing
import Tuning

@Suite("Instrument tuning")
struct InstrumentTuningTests {
  private func notes(_ tuning: InstrumentTuning) -> String {
    tuning.strings.map(\.spelling.description).joined(separator: " ")
  }

  struct Literal: CustomTestStringConvertible {
    let text: String
    let notes: String
    var testDescription: String { text }
  }

  static let literals = [
    Literal(text: "D2 A2 D3 G3 B3 E4", notes: "D2 A2 D3 G3 B3 E4"),
    Literal(text: "d2,a2, d3 g3\tb3 e4", notes: "D2 A2 D3 G3 B3 E4"),
    Literal(text: "dadgad", notes: "D2 A2 D3 G3 A3 D4"),
    Literal(text: "EADGBE", notes: "E2 A2 D3 G3 B3 E4"),
    Literal(text: "cgdgad", notes: "C2 G2 D3 G3 A3 D4"),
    Literal(text: "Eb Ab Db Gb Bb Eb", notes: "Eb2 Ab2 Db3 Gb3 Bb3 Eb4"),
    Literal(text: "G4 C4 E4 A4", notes: "G4 C4 E4 A4"),
    Literal(text: "E2/E3 A2/A3 D3/D4 G3/G4", notes: "E2 E3 A2 A3 D3 D4 G3 G4"),
    Literal(text: "F#1 B1 E2 A2 D3 G3 B3 E4", notes: "F#1 B1 E2 A2 D3 G3 B3 E4"),
  ]

  @Test("reads notes with octave numbers", arguments: literals)
  func literal(row: Literal) throws {
    let tuning = try InstrumentTuning(literal: row.text)
    #expect(notes(tuning) == row.notes)
    #expect(tuning.strings.map(\.position) == Array((1...tuning.strings.count).reversed()))
    #expect(tuning.id == "custom")
  }

  @Test("reads German and solfège names, and courses")
  func languages() throws {
    let german = try InstrumentTuning(literal: "Es2 As2 Des3 Ges3 B3 Es4", notation: .german)
    #expect(notes(german) == "Eb2 Ab2 Db3 Gb3 Bb3 Eb4")
    #expect(
      try notes(InstrumentTuning(literal: "eadghe", notation: .german)) == "E2 A2 D3 G3 B3 E4")
    let courses = try InstrumentTuning(literal: "E2/E3 A2/A3 D3/D4 G3/G4 B3/B3 E4/E4")
    #expect(courses.strings == InstrumentTuning.preset("twelve_string")?.strings)
  }

  @Test("reads octaves as middle C3 and in Helmholtz notation, and six letters of a guitar in each")
  func octaveConventions() throws {
    let standard = "E2 A2 D3 G3 B3 E4"
    let low = try InstrumentTuning(literal: "E1 A1 D2 G2 B2 E3", octaves: .middleC3)
    #expect(notes(low) == standard)
    let helmholtz = try InstrumentTuning(
      literal: "E A d g h e'", notation: .german, octaves: .helmholtz)
    #expect(notes(helmholtz) == standard)
    let bass = try InstrumentTuning(literal: "B,, E, A, D G", octaves: .helmholtz)
    #expect(notes(bass) == "B0 E1 A1 D2 G2")
    for convention in OctaveConvention.allCases {
      for text in ["EADGBE", "eadgbe", "E A D G B E", "e a d g b e"] {
        let tuning = try InstrumentTuning(literal: text, octaves: convention)
        #expect(notes(tuning) == standard, "\(text), \(convention)")
      }
    }
    #expect(throws: InstrumentTuningError.self) {
      try InstrumentTuning(literal: "E2 A2 D3 G3 B3 E4", octaves: .helmholtz)
    }
  }

  struct Refusal: CustomTestStringConvertible {
    let text: String
    let complaint: String
    var testDescription: String { "\"\(text)\"" }
  }

  static let refusals = [
    Refusal(text: "", complaint: "There are 0 strings. An instrument has 4 to 12."),
    Refusal(text: "E2", complaint: "There is 1 string. An instrument has 4 to 12."),
    Refusal(text: "E2 A2 D3", complaint: "There are 3 strings"),
    Refusal(text: "E2 x", complaint: "String 1: \"x\" is not a note"),
    Refusal(text: "C2 C2 C2 C2 C2 C2 C2 C2 C2 C2 C2 C2 C2", complaint: "There are 13 strings"),
    Refusal(text: "E2 A2 D3 H3 B3 E4", complaint: "String 3: \"H3\" is not a note"),
    Refusal(text: "E2 A2 D3 G B3", complaint: "String 2: \"G\" has no octave"),
    Refusal(text: "E2 A2 D3 G3 B3 E10", complaint: "String 1: E10 is in octave 10"),
    Refusal(text: "E-1 A2 D3 G3", complaint: "String 4: E-1 is in octave -1"),
    Refusal(text: "E2/E3 A2 D3 G3 ?", complaint: "String 1: \"?\" is not a note"),
    Refusal(text: "E2//E3 A2 D3 G3", complaint: "A note is missing beside the slash of \"E2//E3\""),
    Refusal(text: "E2 A2 / D3 G3", complaint: "A note is missing beside the slash of \"/\""),
    Refusal(text: "E2/ A2 D3 G3", complaint: "A note is missing beside the slash of \"E2/\""),
    Refusal(text: "E2 A2 D3,/G3", complaint: "A note is missing beside the slash of \"/G3\""),
  ]

  @Test("refuses notes that are not a tuning, with the string and the reason", arguments: refusals)
  func refusal(row: Refusal) {
    let error = #expect(throws: InstrumentTuningError.self) {
      try InstrumentTuning(literal: row.text)
    }
    #expect(error.map { "\($0)".contains(row.complaint) } == true, "\(String(describing: error))")
  }

  private func strings(_ positions: [Int], courses: [Int?] = []) -> [GuitarString] {
    positions.enumerated().map { index, position in
      GuitarString(
        position: position, spelling: SpelledNote(.c, octave: index % 10),
        course: index < courses.count ? courses[index] : nil)
    }
  }

  @Test("refuses invalid ids, names, positions, courses, order and offsets")
  func validation() {
    let four = strings([4, 3, 2, 1])
    for id in ["", "Drop", "drop-d", "drop d", "é", String(repeating: "a", count: 51)] {
      #expect(throws: InstrumentTuningError.badID(id)) {
        try InstrumentTuning(id: id, name: "x", strings: four)
      }
    }
    for name in ["", String(repeating: "a", count: 101)] {
      #expect(throws: InstrumentTuningError.badName(name)) {
        try InstrumentTuning(id: "x", name: name, strings: four)
      }
    }
    #expect(throws: InstrumentTuningError.badLanguage("deu")) {
      try InstrumentTuning(id: "x", name: "x", localizedNames: ["deu": "x"], strings: four)
    }
    #expect(throws: InstrumentTuningError.position(required: 2, actual: 3)) {
      try InstrumentTuning(id: "x", name: "x", strings: strings([4, 3, 3, 1]))
    }
    #expect(throws: InstrumentTuningError.course(string: 2, actual: 1)) {
      try InstrumentTuning(
        id: "x", name: "x", strings: strings([4, 3, 2, 1], courses: [3, 3, 1, 1]))
    }
    #expect(throws: InstrumentTuningError.self) {
      let falling = four.map {
        GuitarString(
          position: $0.position, spelling: SpelledNote(.c, octave: $0.position))
      }
      _ = try InstrumentTuning(id: "x", name: "x", isRising: true, strings: falling)
    }
    for offset in [100.1, -100.1, .nan, .infinity] {
      #expect(throws: InstrumentTuningError.self) {
        _ = try InstrumentTuning.standard.sweetened(by: [6: Cents(offset)])
      }
    }
    #expect(throws: InstrumentTuningError.noSuchString(7, count: 6)) {
      try InstrumentTuning.standard.sweetened(by: [7: Cents(1)])
    }
  }

  @Test("the errors of numbers state the order of the instrument, which need not rise")
  func orderInErrors() {
    #expect(
      InstrumentTuningError.position(required: 2, actual: 3).description
        == "A string has position 3 where 2 is due. List the strings from the highest number down "
        + "to 1.")
    #expect(
      InstrumentTuningError.course(string: 2, actual: 1).description
        == "String 2 is in course 1. Number the courses in the order of the strings, down to 1, "
        + "without gaps.")
  }

  @Test(
    "a capo and a transposition move every string by the same interval, in the tuning's spelling")
  func transposition() throws {
    #expect(
      try notes(InstrumentTuning.standard.behindCapo(at: 2)) == "F#2 B2 E3 A3 C#4 F#4")
    #expect(
      try InstrumentTuning.standard.transposed(by: -1).strings.map(\.spelling)
        == InstrumentTuning.preset("half_step_down")?.strings.map(\.spelling))
    #expect(try InstrumentTuning.standard.behindCapo(at: 0) == .standard)
    for fret in [-1, 13] {
      #expect(throws: InstrumentTuningError.capo(required: 0...12, actual: fret)) {
        try InstrumentTuning.standard.behindCapo(at: fret)
      }
    }
    for semitones in [100, Int.max, Int.min] {
      #expect(throws: InstrumentTuningError.self, "\(semitones) semitones") {
        _ = try InstrumentTuning.standard.transposed(by: semitones)
      }
    }
  }

  /// A string's target is its note moved by its offset: f·2^(c / 1200).
  @Test("sweetening changes only a string's target, in tenths of a cent")
  func sweetening() throws {
    let sweet = try InstrumentTuning.standard.sweetened(by: [6: Cents(-2.3), 2: Cents(0.1)])
    let (plain, moved) = (
      try InstrumentTuning.standard.tunedStrings(in: .concert),
      try sweet.tunedStrings(in: .concert)
    )
    let cents = zip(moved, plain).map { $0.frequency.interval(above: $1.frequency).value }
    for (actual, expected) in zip(cents, [-2.3, 0, 0, 0, 0.1, 0]) {
      #expect(abs(actual - expected) < 1e-9)
    }
  }
}
