// SPDX-License-Identifier: MIT

import Acoustics
import Testing
import Tuning

@Suite("Presets")
struct PresetTests {
  /// Strings from low to high as they lie, in hertz.
  ///
  /// Notes: Wikipedia, "List of guitar tunings" and "Stringed instrument tunings"; frequencies: B. H.
  /// Suits, "Frequencies for equal-tempered scale, A4 = 440 Hz" (Michigan Technological University),
  /// which gives them to 0.01 Hz.
  static let rows: [(id: String, hertz: [Double])] = [
    ("standard", [82.41, 110.00, 146.83, 196.00, 246.94, 329.63]),
    ("drop_d", [73.42, 110.00, 146.83, 196.00, 246.94, 329.63]),
    ("double_drop_d", [73.42, 110.00, 146.83, 196.00, 246.94, 293.66]),
    ("half_step_down", [77.78, 103.83, 138.59, 185.00, 233.08, 311.13]),
    ("full_step_down", [73.42, 98.00, 130.81, 174.61, 220.00, 293.66]),
    ("drop_c", [65.41, 98.00, 130.81, 174.61, 220.00, 293.66]),
    ("drop_b", [61.74, 92.50, 123.47, 164.81, 207.65, 277.18]),
    ("open_d", [73.42, 110.00, 146.83, 185.00, 220.00, 293.66]),
    ("open_e", [82.41, 123.47, 164.81, 207.65, 246.94, 329.63]),
    ("open_g", [73.42, 98.00, 146.83, 196.00, 246.94, 293.66]),
    ("open_a", [82.41, 110.00, 164.81, 220.00, 277.18, 329.63]),
    ("open_c", [65.41, 98.00, 130.81, 196.00, 261.63, 329.63]),
    ("dadgad", [73.42, 110.00, 146.83, 196.00, 220.00, 293.66]),
    ("all_fourths", [82.41, 110.00, 146.83, 196.00, 261.63, 349.23]),
    ("new_standard", [65.41, 98.00, 146.83, 220.00, 329.63, 392.00]),
    ("nashville", [164.81, 220.00, 293.66, 392.00, 246.94, 329.63]),
    ("baritone_b", [61.74, 82.41, 110.00, 146.83, 185.00, 246.94]),
    ("seven_string", [61.74, 82.41, 110.00, 146.83, 196.00, 246.94, 329.63]),
    ("eight_string", [46.25, 61.74, 82.41, 110.00, 146.83, 196.00, 246.94, 329.63]),
    (
      "twelve_string",
      [
        82.41, 164.81, 110.00, 220.00, 146.83, 293.66, 196.00, 392.00, 246.94, 246.94, 329.63,
        329.63,
      ]
    ),
    ("bass_standard", [41.20, 55.00, 73.42, 98.00]),
    ("bass_drop_d", [36.71, 55.00, 73.42, 98.00]),
    ("bass_five", [30.87, 41.20, 55.00, 73.42, 98.00]),
    ("bass_six", [30.87, 41.20, 55.00, 73.42, 98.00, 130.81]),
    ("ukulele", [392.00, 261.63, 329.63, 440.00]),
    ("ukulele_low_g", [196.00, 261.63, 329.63, 440.00]),
    ("mandolin", [196.00, 293.66, 440.00, 659.25]),
    ("banjo_open_g", [392.00, 146.83, 196.00, 246.94, 293.66]),
    ("violin", [196.00, 293.66, 440.00, 659.25]),
    ("cello", [65.41, 98.00, 146.83, 220.00]),
  ]

  @Test("sound the published frequencies at A4 = 440 Hz", arguments: rows)
  func frequencies(row: (id: String, hertz: [Double])) throws {
    let tuning = try #require(InstrumentTuning.preset(row.id))
    let strings = try tuning.tunedStrings(in: .concert)
    try #require(strings.count == row.hertz.count)
    for (string, hertz) in zip(strings, row.hertz) {
      // The table rounds some to the hundredth and cuts others off.
      #expect(abs(string.frequency.value - hertz) < 0.01, "\(string.string)")
    }
  }

  @Test("are all there, and are as valid as a player's own")
  func validity() throws {
    #expect(InstrumentTuning.presets.map(\.id) == Self.rows.map(\.id))
    for preset in InstrumentTuning.presets {
      let checked = try InstrumentTuning(
        id: preset.id, name: preset.name, isRising: preset.isRising, strings: preset.strings)
      #expect(checked == preset)
    }
    let fallen = InstrumentTuning.presets.filter(\.isReentrant).map(\.id)
    #expect(fallen == ["nashville", "twelve_string", "ukulele", "banjo_open_g"])
    #expect(InstrumentTuning.presets.filter { !$0.isRising }.map(\.id) == fallen)
  }

  @Test("pair the strings of a twelve-string guitar in octaves and unisons")
  func courses() throws {
    let tuning = try #require(InstrumentTuning.preset("twelve_string"))
    #expect(tuning.strings.map(\.course) == [6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1])
    #expect(tuning.strings.map(\.position) == Array((1...12).reversed()))
    let steps = stride(from: 0, to: 12, by: 2).map {
      tuning.strings[$0 + 1].note.midi - tuning.strings[$0].note.midi
    }
    #expect(steps == [12, 12, 12, 12, 0, 0])
  }

  @Test("are spelled as they are called: half a step down is in flats")
  func spelling() throws {
    let tuning = try #require(InstrumentTuning.preset("half_step_down"))
    #expect(
      tuning.strings.map(\.description) == ["6:Eb2", "5:Ab2", "4:Db3", "3:Gb3", "2:Bb3", "1:Eb4"])
  }

  @Test("are all read back from their text within 5 ms")
  func loading() throws {
    let documents = InstrumentTuning.presets.map { Array(TuningDocument($0).text.utf8) }
    #if DEBUG
      let limit = Duration.milliseconds(200)
    #else
      let limit = Duration.milliseconds(5)
    #endif
    let clock = ContinuousClock()
    var times: [Duration] = []
    for _ in 0..<5 {
      let start = clock.now
      let read = try documents.map { try TuningDocument($0).tuning }
      times.append(clock.now - start)
      #expect(read == InstrumentTuning.presets)
    }
    #expect(times.min().map { $0 < limit } == true, "\(times)")
  }
}
