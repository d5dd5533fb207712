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
    _ = tuner.hear(Reading.string(6, cents: 30), ms: 0)
    let before = tuner
    #expect(tuner.reduce(.selectTuning(id: "nonsense")) == [])
    #expect(tuner.state.currentPitchResult == before.state.currentPitchResult)
    #expect(tuner.state.error == .tuningNotFound(id: "nonsense"))
    #expect(tuner.state.selectedTuning == before.state.selectedTuning)
    #expect(tuner.settings.values == before.settings.values)
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

  @Test("of a temperament for this run move the targets, and store nothing")
  func temperamentOfRun() throws {
    var tuner = TunerView()
    _ = tuner.reduce(
      .settings(
        .loaded([.temperament: .text("my.scl")], tunings: InstrumentTuning.presets)))
    #expect(tuner.settings.diagnostics.map(\.key) == [.temperament])
    let just = try Temperament(named: "just:E")
    #expect(tuner.reduce(.settings(.useTemperament(just))) == [.retarget(tuner.target)])
    #expect(tuner.target.temperament == just && tuner.settings.diagnostics.isEmpty)
  }

  @Test("of a tuning for this run stay when settings are loaded, until another is chosen")
  func staysForThisRun() throws {
    let flat = try InstrumentTuning(
      id: "standard", name: "Standard",
      strings: InstrumentTuning.standard.strings.map {
        GuitarString(position: $0.position, spelling: $0.spelling, offset: Cents(-20))
      })
    for tuning in [flat, try InstrumentTuning(literal: "B0 E1 A1 D2 G2")] {
      for first in [TunerView(), TunerView(tuning: tuning)] {
        var tuner = first
        _ = tuner.reduce(.useTuning(tuning))
        for id in ["open_g", "standard"] {
          _ = tuner.reduce(
            .settings(
              .loaded([.selectedTuningID: .text(id)], tunings: InstrumentTuning.presets)))
          #expect(tuner.state.selectedTuning == tuning)
        }
        _ = tuner.reduce(.selectTuning(id: "drop_d"))
        #expect(tuner.state.selectedTuning.id == "drop_d")
        _ = tuner.reduce(
          .settings(
            .loaded([.selectedTuningID: .text("open_g")], tunings: InstrumentTuning.presets)))
        #expect(tuner.state.selectedTuning.id == "open_g")
      }
    }
  }

  @Test("of a tuning for this run are not stored")
  func forThisRun() throws {
    var tuner = TunerView()
    let written = try InstrumentTuning(literal: "C2 G2 D3 G3 A3 D4")
    #expect(tuner.reduce(.useTuning(written)) == [.retarget(tuner.target)])
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
    _ = tuner.reduce(.settings(.setUpdateRate(30)))
    #expect(tuner.state.error == nil)
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
    _ = tuner.hear(Reading.string(6, cents: 3, at: 2400), ms: 50)
    #expect(tuner.state.currentPitchResult?.target == Reading.string(6, cents: 3).target)
    #expect(tuner.state.currentPitchResult?.cents == Cents(3))
    #expect(tuner.tuningState == .inTune)
    _ = tuner.reduce(.selectTuning(id: "ukulele"))
    #expect(tuner.mode == .nearest)
  }

  @Test("of another mode leave no reading that only the earlier mode has")
  func unlock() throws {
    var tuner = TunerView.listening()
    _ = tuner.reduce(.setTargetMode(.locked(3)))
    let heard = ReferencePitch.concert.frequency(of: Note(midi: 40)).raised(by: Cents(8))
    func result(at samples: Int64) throws -> PitchResult {
      try tuner.target.classifier().classify(
        PitchEstimate(frequency: heard, confidence: 0.9), level: Decibels(-20),
        at: SamplePosition(samples))
    }
    let far = try result(at: 0)
    _ = tuner.hear(far, ms: 0)
    #expect(tuner.state.currentPitchResult?.cents == Cents(-100))
    _ = tuner.reduce(.setTargetMode(.nearest))
    var late = far
    late.timestamp = SamplePosition(2400)
    for _ in 0..<2 {
      #expect(tuner.tuningState == .active)
      #expect(tuner.state.currentPitchResult?.cents == nil)
      #expect(tuner.state.currentPitchResult?.target == nil && tuner.guidance == nil)
      #expect(!tuner.targetStringIndicators.contains { $0.isMatched })
      _ = tuner.hear(late, ms: 50)
    }
    _ = tuner.hear(try result(at: 4800), ms: 100)
    #expect(tuner.state.currentPitchResult?.target == Reading.string(6, cents: 8).target)
    // Nor does the way to the nearest string remain once another one is locked.
    _ = tuner.hear(
      try tuner.target.classifier().classify(
        PitchEstimate(frequency: Hertz(70), confidence: 0.9), level: Decibels(-20),
        at: SamplePosition(7200)), ms: 150)
    #expect(tuner.guidance?.string.position == 6)
    _ = tuner.reduce(.setTargetMode(.locked(3)))
    #expect(tuner.guidance == nil)
  }

  @Test(
    "of another A4 or temperament end the confirmation and clear the strings that were in tune",
    arguments: [SettingsAction.setA4(Hertz(452)), .setTemperament("just:E")])
  func movedTargets(action: SettingsAction) throws {
    var tuner = TunerView.listening()
    _ = tuner.hear(Reading.string(6, cents: 2), ms: 0)
    #expect(tuner.targetStringIndicators.contains { $0.isDone })
    _ = tuner.reduce(.settings(.setTolerance(Cents(5))))
    #expect(tuner.targetStringIndicators.contains { $0.isDone })
    let token = try #require(tuner.confirmation).token
    let effects = tuner.reduce(.settings(action))
    #expect(!tuner.targetStringIndicators.contains { $0.isDone })
    #expect(!tuner.state.showInTuneConfirmation && tuner.confirmation == nil)
    #expect(effects.contains(.cancelConfirmationTimer(token)))
    // The same note is confirmed again for its new target.
    #expect(tuner.hear(Reading.string(6, cents: 2, at: 2400), ms: 50).feedbackCount == 1)
  }

  @Test("all strings are a choice of the player, with the strings in force behind the capo")
  func everyString() {
    var tuner = TunerView.listening()
    #expect(tuner.target.strumTargets == nil)
    #expect(tuner.reduce(.setTargetMode(.all)) == [.retarget(tuner.target)])
    #expect(tuner.strum.isListening)
    let frequencies = tuner.target.strumTargets?.map { $0.frequency.value.rounded() }
    #expect(frequencies == [82, 110, 147, 196, 247, 330])
    _ = tuner.reduce(.setCapo(2))
    _ = tuner.reduce(.settings(.setA4(Hertz(442))))
    #expect(tuner.strum.strings.map(\.target) == tuner.target.strumTargets)
    let lowest = tuner.strum.strings.first?.target.frequency.value ?? 0
    #expect(abs(lowest - 82.4069 * 442 / 440 * 1.122462) < 1e-3)
    // A4 anchors just intonation on D: E3 is 3/8 of it.
    _ = tuner.reduce(.settings(.setTemperament("just:D")))
    let third = tuner.strum.strings[2].target.frequency.value
    #expect(abs(third - 442 * 3 / 8) < 1e-9)
    _ = tuner.reduce(.selectTuning(id: "dadgad"))
    #expect(tuner.strum.strings.first?.target.string.spelling.description == "E2")
    _ = tuner.reduce(.setTargetMode(.locked(1)))
    #expect(!tuner.strum.isListening)
    #expect(tuner.target.strumTargets == nil)
  }

  @Test("sweetened strings are compared with their sweetened targets")
  func sweetened() throws {
    let standard = InstrumentTuning.standard
    let offsets = [-3.0, -2, 0, 1.5, 2, -1]
    let tuning = try InstrumentTuning(
      id: "sweet", name: "Sweet",
      strings: zip(standard.strings, offsets).map { $0.sweetened(by: Cents($1)) })
    var tuner = TunerView.listening()
    let plain = tuner.strum.strings.map(\.target.frequency)
    _ = tuner.reduce(.setTargetMode(.all))
    _ = tuner.reduce(.useTuning(tuning))
    let moved = zip(tuner.strum.strings, plain).map { $0.target.frequency.interval(above: $1) }
    for (distance, offset) in zip(moved, offsets) { #expect(abs(distance.value - offset) < 1e-9) }
  }

  @Test("strings beyond the reach of a stroke are refused, and a change to them leads back to one")
  func outOfReach() throws {
    let high = try InstrumentTuning(literal: "G3 D4 A4 E5")
    var tuner = TunerView.listening()
    _ = tuner.reduce(.setTargetMode(.all))
    _ = tuner.reduce(.useTuning(high))
    #expect(tuner.mode == .all)
    let effects = tuner.reduce(.setCapo(7))
    #expect(tuner.mode == .nearest)
    #expect(effects.contains(.retarget(tuner.target)))
    guard case .strumOutOfRange(let string)? = tuner.state.error else {
      Issue.record("no error: \(String(describing: tuner.state.error))")
      return
    }
    #expect(string.position == 1)
    #expect(tuner.reduce(.setTargetMode(.all)) == [])
    #expect(tuner.mode == .nearest)
    #expect(!tuner.strum.isListening)
  }

  @Test("offsets that part strings which a stroke can't separate are refused, and lead back to one")
  func differentTargets() throws {
    let twelve = try #require(InstrumentTuning.preset("twelve_string"))
    var tuner = TunerView.listening()
    _ = tuner.reduce(.useTuning(twelve))
    #expect(tuner.reduce(.setTargetMode(.all)) == [.retarget(tuner.target)])
    _ = tuner.reduce(.useTuning(try twelve.sweetened(by: [3: Cents(-40)])))
    #expect(tuner.mode == .nearest)
    #expect(tuner.state.error == .strumTargetsDiffer(positions: [4, 3]))
    _ = tuner.reduce(.acknowledgeError)
    #expect(tuner.reduce(.setTargetMode(.all)) == [])
    #expect(tuner.state.error == .strumTargetsDiffer(positions: [4, 3]))
    #expect(tuner.state.error?.description.contains("strings 4+3") == true)
    // One offset for both is one target.
    _ = tuner.reduce(.useTuning(try twelve.sweetened(by: [4: Cents(-40), 3: Cents(-40)])))
    _ = tuner.reduce(.setTargetMode(.all))
    #expect(tuner.mode == .all)
  }

  @Test("feedback for strokes follows the settings", arguments: FeedbackStyle.allCases)
  func feedback(style: FeedbackStyle) {
    var tuner = TunerView.listening(.with([.feedback: .text(style.rawValue)]))
    _ = tuner.reduce(.setTargetMode(.all))
    var effects: [TunerEffect] = []
    for ms in stride(from: 0, to: 1500, by: 50) {
      effects += tuner.reduce(
        .strumResult(Strumming.result([0: 1], at: Int64(ms) * 48), at: .milliseconds(ms)))
    }
    #expect(effects.feedbackCount == (style == .none ? 0 : 1))
  }

  @Test("of the tuning in use are only stored, and change nothing else")
  func sameTuning() {
    var tuner = TunerView.listening()
    _ = tuner.hear(Reading.string(6, cents: 0), ms: 0)
    let (before, strings) = (tuner.state, tuner.targetStringIndicators)
    #expect(before.showInTuneConfirmation)
    #expect(
      tuner.reduce(.selectTuning(id: "standard"))
        == [.settings(.persist(.selectedTuningID, .text("standard")))])
    #expect(tuner.reduce(.useTuning(.standard)) == [])
    #expect(tuner.state == before)
    #expect(tuner.targetStringIndicators == strings)
  }
}
