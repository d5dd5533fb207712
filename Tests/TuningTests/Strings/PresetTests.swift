// SPDX-License-Identifier: MIT

import Acoustics
import Testing
import Tuning

@Suite("Presets")
struct PresetTests {
  /// The sources of the strings and of their frequencies.
  ///
  /// The strings: mingus 0.6.1, LilyPond 2.24.1 and MuseScore 3.2.3; for half_step_down,
  /// full_step_down, drop_b, open_e, all_fourths, new_standard and eight_string TuxGuitar's list,
  /// for open_a the list of seofernando25/strings, for nashville online-guitartuner.com and
  /// Wikipedia; `source` says which. The frequencies: the Surge Synth Team's tuning library 0.1.0,
  /// and mingus.
  @Test(
    "have the notes and frequencies of the sources in the golden file",
    arguments: GoldenTunings.all.presets)
  func frequencies(row: GoldenTunings.Preset) throws {
    #expect(!row.source.isEmpty && !row.source.hasPrefix("none"))
    let tuning = try #require(InstrumentTuning.preset(row.id))
    #expect(tuning.strings.map(\.note.midi) == row.midi, "\(row.source)")
    let strings = try tuning.tunedStrings(in: .concert)
    try #require(strings.count == row.hertz.count)
    for (string, hertz) in zip(strings, row.hertz) {
      #expect(abs(string.frequency.value / hertz - 1) < 1e-9, "\(string.string): \(row.source)")
    }
  }

  /// The required presets, in order.
  static let ids = [
    "standard", "drop_d", "double_drop_d", "half_step_down", "full_step_down", "drop_c", "drop_b",
    "open_d", "open_e", "open_g", "open_a", "open_c", "dadgad", "all_fourths", "new_standard",
    "nashville", "baritone_b", "seven_string", "eight_string", "twelve_string", "bass_standard",
    "bass_drop_d", "bass_five", "bass_six", "ukulele", "ukulele_low_g", "mandolin", "banjo_open_g",
    "violin", "cello",
  ]

  @Test("are found by id and by name in any language, however it is written")
  func names() {
    for tuning in InstrumentTuning.presets {
      for name in [tuning.id, tuning.name] + tuning.localizedNames.values {
        #expect(InstrumentTuning.preset(called: name)?.id == tuning.id, "\(name)")
      }
    }
    #expect(InstrumentTuning.preset(called: "drop-D")?.id == "drop_d")
    for text in ["", "Drop", "Drop Z", "E2 A2 D3 G3 B3 E4"] {
      #expect(InstrumentTuning.preset(called: text) == nil)
    }
  }

  @Test("are complete, and satisfy the rules of a player's own tuning")
  func validity() throws {
    #expect(InstrumentTuning.presets.map(\.id) == Self.ids)
    #expect(Set(GoldenTunings.all.presets.map(\.id)) == Set(Self.ids))
    for preset in InstrumentTuning.presets {
      let checked = try InstrumentTuning(
        id: preset.id, name: preset.name, localizedNames: preset.localizedNames,
        isRising: preset.isRising, strings: preset.strings)
      #expect(checked == preset)
    }
    let fallen = InstrumentTuning.presets.filter { preset in
      zip(preset.strings, preset.strings.dropFirst()).contains { $1.note < $0.note }
    }.map(\.id)
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

  @Test("are spelled like their names: half a step down is in flats")
  func spelling() throws {
    let tuning = try #require(InstrumentTuning.preset("half_step_down"))
    #expect(
      tuning.strings.map(\.description) == ["6:Eb2", "5:Ab2", "4:Db3", "3:Gb3", "2:Bb3", "1:Eb4"])
  }

  @Test("are all read from text within 5 ms")
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
