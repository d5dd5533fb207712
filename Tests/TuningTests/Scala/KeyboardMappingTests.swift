// SPDX-License-Identifier: MIT

import Acoustics
import Testing
import Tuning

/// The format's page: huygens-fokker.org/scala/help.htm#mappings.
@Suite("Keyboard mapping")
struct KeyboardMappingTests {
  /// 11-19-gould.scl of the Scala archive.
  private static let gould = """
    11 out of 19-tET, Mark Gould (2002)
    11
    126.31579
    252.63158
    315.78947
    442.10526
    568.42105
    694.73684
    757.89474
    884.21053
    1010.52632
    1136.84211
    2/1

    """

  private func mapping(_ values: [String], _ keys: [String]) throws -> KeyboardMapping {
    try KeyboardMapping(kbm: Array((values + keys).joined(separator: "\n").utf8))
  }

  private func system(_ mapping: KeyboardMapping, a4: Double = 440) throws -> PitchSystem {
    let scale = try ScalaScale(scl: Array(Self.gould.utf8))
    return try PitchSystem(
      reference: ReferencePitch(a4: Hertz(a4)),
      temperament: Temperament(scale: scale, mapping: mapping, name: "x"))
  }

  /// The Scala distribution's example 11.kbm: one tone is duplicated.
  private func eleven() throws -> KeyboardMapping {
    try mapping(
      ["! 11.kbm", "12", "0", "127", "60", "60", "261.6256", "! formal octave:", "11"],
      ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "10"])
  }

  /// The example 12-19.kbm, meant for a 19-tone scale: with 11 tones its degrees reach beyond them.
  private func twelveOfNineteen() throws -> KeyboardMapping {
    try mapping(
      ["12", "0", "127", "60", "69", "440.0", "19"],
      ["0", "1", "3", "5", "6", "8", "9", "11", "12", "14", "16", "17"])
  }

  /// Key frequencies as published with the tests of ScalaCalculator for SuperCollider.
  static let elevenRows: [(key: Int, hertz: Double)] = [
    (0, 8.175800), (11, 15.765820), (12, 16.351600), (40, 84.435685), (59, 252.253125),
    (60, 261.625600), (69, 469.006846), (71, 504.506249), (127, 12970.431495),
  ]
  static let nineteenRows: [(key: Int, hertz: Double)] = [
    (0, 0.462211), (12, 1.540571), (27, 6.875), (48, 55), (60, 183.317642), (64, 273.832370),
    (69, 440), (76, 880), (90, 3520), (127, 145411.391831),
  ]

  @Test("gives the published frequencies for a duplicated tone", arguments: elevenRows)
  func duplicated(row: (key: Int, hertz: Double)) throws {
    let frequency = try #require(system(eleven()).frequency(of: Note(midi: row.key)))
    #expect(abs(frequency.value / row.hertz - 1) < 1e-6)
  }

  @Test(
    "gives the published frequencies for degrees and an octave beyond the scale",
    arguments: nineteenRows)
  func beyond(row: (key: Int, hertz: Double)) throws {
    let frequency = try #require(system(twelveOfNineteen()).frequency(of: Note(midi: row.key)))
    #expect(abs(frequency.value / row.hertz - 1) < 1e-5)
  }

  @Test("a mapping moves by the same interval as A4")
  func reference() throws {
    let (plain, moved) = (try system(eleven()), try system(eleven(), a4: 432))
    for key in [0, 60, 127] {
      let (left, right) = (
        try #require(moved.frequency(of: Note(midi: key))),
        try #require(plain.frequency(of: Note(midi: key)))
      )
      #expect(abs(left.value / right.value - 432.0 / 440) < 1e-12)
    }
  }

  @Test("finds the nearest mapped key, and has no pitch for an unmapped key")
  func silentKeys() throws {
    // White keys only, of a twelve-tone equal scale; the last entry is left out, and so is silent.
    let scale = ScalaScale(description: "equal", cents: (1...12).map { 100 * Double($0) })
    let mapping = try mapping(
      ["12", "48", "84", "60", "69", "440", "12"],
      ["0", "x", "2", "X", "4", "5", "x", "7", "x", "9", "x"])
    let system = PitchSystem(
      reference: .concert, temperament: Temperament(scale: scale, mapping: mapping, name: "w"))
    #expect(system.frequency(of: Note(midi: 61)) == nil)
    #expect(system.frequency(of: Note(midi: 71)) == nil)
    #expect(system.frequency(of: Note(midi: 47)) == nil)
    // C#4 lies between C4 and D4, as near to both: the upper one.
    let sharp = ReferencePitch.concert.frequency(of: Note(midi: 61)).raised(by: Cents(0.001))
    #expect(system.nearest(to: sharp)?.target == .note(Note(midi: 62)))
    #expect(system.nearest(to: Hertz(20))?.target == .note(Note(midi: 48)))
    #expect(system.nearest(to: Hertz(5000))?.target == .note(Note(midi: 84)))
    // B0…: string 5 of an open G is B3, key 59, which is silent.
    #expect(throws: InstrumentTuningError.noPitch(string: 6, SpelledNote(.e, octave: 2))) {
      _ = try PitchClassifier(selection: .strings(.standard), system: system)
    }
  }

  @Test("a size of 0 maps keys to degrees one after the other")
  func linear() throws {
    let mapping = try mapping(["0", "0", "127", "60", "60", "261.6256", "0"], [])
    #expect((0...127).allSatisfy { mapping.degree(ofKey: $0) == $0 - 60 })
    let frequency = try #require(system(mapping).frequency(of: Note(midi: 71)))
    #expect(abs(frequency.value - 2 * 261.6256) < 1e-6)
  }

  @Test("degrees may be negative")
  func negative() throws {
    let mapping = try mapping(
      ["2", "0", "127", "60", "60", "440", "-11"], ["0", "-1"])
    #expect(mapping.degree(ofKey: 61) == -1)
    #expect(mapping.degree(ofKey: 62) == -11)
    #expect(mapping.degree(ofKey: 59) == 10)
    let octave = try #require(system(mapping).frequency(of: Note(midi: 62)))
    #expect(abs(octave.value - 220) < 1e-6)
  }

  struct Refusal: CustomTestStringConvertible {
    let lines: [String]
    let line: Int
    let reason: ScalaError.Reason
    var testDescription: String { lines.joined(separator: " ") }
  }

  static let refusals = [
    Refusal(lines: [], line: 0, reason: .missingValue("size of the map")),
    Refusal(
      lines: ["12", "0", "127"], line: 3, reason: .missingValue("middle key")),
    Refusal(lines: ["-1"], line: 1, reason: .badValue("size of the map", text: "-1")),
    Refusal(lines: ["1", "0", "128"], line: 3, reason: .badValue("last key", text: "128")),
    Refusal(lines: ["1", "9", "8"], line: 3, reason: .badValue("last key", text: "8")),
    Refusal(
      lines: ["1", "0", "127", "60", "69", "nan", "12"], line: 6,
      reason: .badValue("frequency of the reference key", text: "nan")),
    Refusal(
      lines: ["1", "0", "127", "60", "69", "-440", "12"], line: 6,
      reason: .badValue("frequency of the reference key", text: "-440")),
    Refusal(
      lines: ["1", "0", "127", "60", "60", "440", "12", "0", "1"], line: 9,
      reason: .tooManyKeys(size: 1)),
    Refusal(
      lines: ["2", "0", "127", "60", "60", "440", "12", "0", "1.5"], line: 9,
      reason: .badDegree("1.5")),
    Refusal(
      lines: ["2", "0", "127", "60", "61", "440", "12", "0", "x"], line: 5,
      reason: .referenceUnmapped(key: 61)),
  ]

  @Test("refuses text that is not a mapping, with the line", arguments: refusals)
  func refusal(row: Refusal) throws {
    let error = try #require(#expect(throws: ScalaError.self) { try mapping(row.lines, []) })
    #expect(error.line == row.line)
    #expect(error.reason == row.reason)
  }
}
