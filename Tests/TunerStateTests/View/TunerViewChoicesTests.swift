// SPDX-License-Identifier: MIT

import Acoustics
import Testing
import TunerState
import Tuning

@Suite("Choices")
struct TunerViewChoicesTests {
  @Test("select a tuning at once, change the target, and store the tuning")
  func selects() throws {
    var tuner = TunerView()
    let dadgad = try #require(InstrumentTuning.preset("dadgad"))
    let effects = tuner.reduce(.selectTuning(id: "dadgad"))
    #expect(tuner.state.selectedTuning == dadgad)
    #expect(tuner.settings.values.selectedTuningID == "dadgad")
    #expect(
      effects == [
        .retarget(tuner.target), .settings(.persist(.selectedTuningID, .text("dadgad"))),
      ])
    #expect(tuner.target.tuning == dadgad)
    #expect(tuner.targetStringIndicators.map(\.string) == dadgad.strings)
  }

  // Checked first, nothing is stored.
  @Test("change nothing for an unknown tuning, and report it")
  func unknown() {
    var tuner = TunerView.listening()
    _ = tuner.hear(Reading.string(6, cents: 0), ms: 0)
    let before = tuner
    #expect(tuner.reduce(.selectTuning(id: "nonsense")) == [])
    #expect(tuner.state.error == .tuningNotFound(id: "nonsense"))
    #expect(tuner.state.selectedTuning == before.state.selectedTuning)
    #expect(tuner.settings.values == before.settings.values)
    #expect(tuner.state.showInTuneConfirmation)
  }

  @Test("apply to this run if they can't be stored, and the error is shown")
  func notKept() {
    var tuner = TunerView()
    _ = tuner.reduce(.selectTuning(id: "drop_d"))
    #expect(tuner.reduce(.persistFailed(.full(place: "f"))) == [])
    #expect(tuner.state.error == .storage(.full(place: "f")))
    #expect(tuner.state.selectedTuning.id == "drop_d")
  }

  @Test("come from the stored values once those are loaded")
  func loads() {
    var tuner = TunerView()
    #expect(tuner.reduce(.settings(.load)) == [.settings(.load)])
    #expect(tuner.settings.viewState.availableTunings == [])
    let effects = tuner.reduce(
      .settings(
        .loaded(
          [.selectedTuningID: .text("open_g"), .a4: .number(442)],
          tunings: InstrumentTuning.presets)))
    #expect(tuner.state.selectedTuning.id == "open_g")
    #expect(effects == [.retarget(tuner.target)])
    #expect(tuner.target.reference.a4 == Hertz(442))
    #expect(tuner.settings.viewState.availableTunings == InstrumentTuning.presets)
  }

  @Test("of a tuning for this run are not stored, and stay when the list changes")
  func forThisRun() throws {
    var tuner = TunerView()
    let written = try InstrumentTuning(literal: "C2 G2 D3 G3 A3 D4")
    #expect(tuner.reduce(.useTuning(written)) == [.retarget(tuner.target)])
    #expect(tuner.state.selectedTuning == written)
    _ = tuner.reduce(.settings(.tuningsChanged(InstrumentTuning.presets)))
    #expect(tuner.state.selectedTuning == written)
    #expect(tuner.settings.values.selectedTuningID == "standard")
  }

  @Test("each have their effects")
  func effects() {
    var tuner = TunerView()
    #expect(
      tuner.reduce(.settings(.setUpdateRate(60))) == [
        .setUpdateRate(UpdateRate(updates: 60)),
        .settings(.persist(.frequencyUpdateRate, .number(60))),
      ] || tuner.settings.values.frequencyUpdateRate.hertz == 60)
    #expect(
      tuner.reduce(.settings(.setA4(Hertz(432)))) == [
        .retarget(tuner.target), .settings(.persist(.a4, .number(432))),
      ])
    #expect(
      tuner.reduce(.settings(.setTheme(.dark))) == [
        .settings(.persist(.themeMode, .text("dark")))
      ])
  }

  // Ten to sixty; anything else is refused.
  @Test("are refused out of range, with the value that applies")
  func refused() {
    var tuner = TunerView()
    for rate in [9.99, 60.01, .nan, -20] {
      #expect(tuner.reduce(.settings(.setUpdateRate(rate))) == [])
      #expect(tuner.settings.values.frequencyUpdateRate == .standard)
      guard case .settingRefused(let diagnostic) = tuner.state.error else {
        Issue.record("no error")
        return
      }
      #expect(diagnostic.description.contains("20 counts. Give 10 to 60"))
    }
  }

  @Test("of a capo change the strings, and are reset where the instrument does not allow the fret")
  func capo() throws {
    var tuner = TunerView()
    #expect(tuner.reduce(.setCapo(2)) == [.retarget(tuner.target)])
    #expect(tuner.targetStringIndicators.map(\.note.note.midi) == [42, 47, 52, 57, 61, 66])
    #expect(tuner.state.selectedTuning == .standard)
    #expect(tuner.reduce(.setCapo(13)) == [])
    #expect(tuner.state.error == .capoOutOfReach(fret: 13))
    #expect(tuner.capo == 2)
  }

  @Test("of one string use only that string as target, and end if the tuning does not have it")
  func lock() {
    var tuner = TunerView.listening()
    #expect(tuner.reduce(.setTargetMode(.locked(7))) == [])
    #expect(tuner.state.error == .stringNotFound(position: 7, count: 6))
    #expect(tuner.reduce(.setTargetMode(.locked(6))) == [.retarget(tuner.target)])
    _ = tuner.hear(Reading.string(5, cents: 0), ms: 0)
    #expect(tuner.tuningState == .active)
    _ = tuner.reduce(.selectTuning(id: "ukulele"))
    #expect(tuner.mode == .nearest)
  }
}
