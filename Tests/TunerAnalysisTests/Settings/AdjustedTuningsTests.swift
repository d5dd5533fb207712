// SPDX-License-Identifier: MIT

import Acoustics
import Testing
import TunerRuntime
import Tuning

@testable import TunerAnalysis

@Suite("Tunings that are chosen later")
struct AdjustedTuningsTests {
  private struct Presets: TuningRepository {
    func tunings() -> (tunings: [InstrumentTuning], notices: [StorageNotice]) {
      (InstrumentTuning.presets, [])
    }

    func tuning(_ id: String) -> InstrumentTuning? { InstrumentTuning.preset(id) }
  }

  private func tunings(_ flags: [SettingSources.Name: String]) -> AdjustedTunings {
    AdjustedTunings(
      Presets(), by: SettingSources(flags: flags.mapValues { $0 }, environment: [:]))
  }

  @Test("have the offsets of the strings that they have")
  func offsets() throws {
    let adjusted = tunings([.offsets: "6=-20,1=3"])
    let dropped = try #require(adjusted.tuning("drop_d"))
    #expect(dropped.string(at: 6)?.offset == Cents(-20))
    #expect(dropped.string(at: 1)?.offset == Cents(3))
    #expect(dropped.string(at: 2)?.offset == Cents(0))
    #expect(adjusted.tuning("ukulele")?.string(at: 1)?.offset == Cents(3))
    #expect(adjusted.tunings().tunings.first { $0.id == "drop_d" } == dropped)
    #expect(adjusted.tunings().tunings.count == InstrumentTuning.presets.count)
    #expect(adjusted.tuning("none") == nil)
  }

  @Test("have the stretch that they permit, and are equal to the presets without settings")
  func stretch() throws {
    let stretched = try #require(tunings([.stretch: "6=0.0005"]).tuning("drop_d"))
    #expect(stretched != InstrumentTuning.preset("drop_d"))
    #expect(tunings([.stretch: "6=0.0005"]).tuning("ukulele") == InstrumentTuning.preset("ukulele"))
    #expect(tunings([:]).tunings().tunings == InstrumentTuning.presets)
  }

  @Test("the tuning of a run has its stretch and its offsets, and no capo")
  func open() throws {
    let sources = SettingSources(flags: [.offsets: "6=-20", .capo: "2"], environment: [:])
    let target = try sources.target()
    #expect(target.openTuning?.string(at: 6)?.offset == Cents(-20))
    #expect(target.openTuning?.string(at: 6)?.spelling == SpelledNote(.e, octave: 2))
    #expect(target.classifier.selection.tuning == (try target.openTuning?.behindCapo(at: 2)))
    let chromatic = try SettingSources(flags: [.tuning: "chromatic"], environment: [:]).target()
    #expect(chromatic.openTuning == nil)
  }
}
