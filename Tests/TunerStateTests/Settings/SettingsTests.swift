// SPDX-License-Identifier: MIT

import Acoustics
import Testing
import TunerState
import Tuning

@Suite("Settings")
struct SettingsTests {
  @Test("begin with the documented defaults, without tunings until they are loaded")
  func initial() {
    let settings = Settings()
    #expect(settings.viewState.availableTunings == [])
    #expect(settings.viewState.selectedTuningID == "standard")
    #expect(settings.viewState.themeMode == .system)
    #expect(settings.viewState.enableHapticFeedback)
    #expect(settings.values.noiseGateThreshold == 0.3)
    #expect(settings.values.frequencyUpdateRate == UpdateRate(updates: 20))
    #expect(settings.values.a4.a4 == Hertz(440))
    #expect(settings.values.temperament == .equal)
    #expect(settings.values.notation == .english)
    #expect(settings.values.tolerance.inTune == Cents(10))
    #expect(settings.values.hysteresis == Cents(0))
    #expect(settings.values.confirmationHold == .zero)
    #expect(settings.values.feedback == .bell)
    #expect(settings.values.stringOffsets.isEmpty && !settings.values.isLeftHanded)
  }

  @Test("load the contents of the repositories")
  func loads() {
    var settings = Settings()
    #expect(settings.reduce(.load) == [.load])
    #expect(
      settings.reduce(
        .loaded([.selectedTuningID: .text("dadgad")], tunings: InstrumentTuning.presets)) == [])
    #expect(settings.viewState.availableTunings == InstrumentTuning.presets)
    #expect(settings.viewState.selectedTuningID == "dadgad")
  }

  @Test(
    "change at once and are stored, one value each",
    arguments: [
      (
        SettingsAction.choose(id: "open_d"), SettingKey.selectedTuningID, StoredValue.text("open_d")
      ),
      (.setTheme(.light), .themeMode, .text("light")),
      (.setHaptic(false), .enableHapticFeedback, .flag(false)),
      (.setUpdateRate(59.94), .frequencyUpdateRate, .number(59.94)),
      (.setNoiseGate(0), .noiseGateThreshold, .number(0)),
      (.setA4(Hertz(490)), .a4, .number(490)),
      (.setTemperament("just:D"), .temperament, .text("just:D")),
      (.setNotation(.german), .notation, .text("german")),
      (.setTolerance(Cents(0.5)), .tolerance, .number(0.5)),
      (.setHysteresis(Cents(5)), .hysteresis, .number(5)),
      (.setConfirmationHold(.milliseconds(250)), .confirmationHold, .number(0.25)),
      (.setFeedback(.none), .feedback, .text("none")),
    ])
  func changes(action: SettingsAction, key: SettingKey, value: StoredValue) {
    var settings = Settings()
    #expect(settings.reduce(action) == [.persist(key, value)])
    #expect(settings.values[key] == value)
    // No other setting changed.
    var expected = TunerSettings().stored
    expected[key] = value
    #expect(settings.values.stored == expected)
  }

  struct Bad: Sendable {
    let key: SettingKey
    let value: StoredValue
  }

  static let bad = [
    Bad(key: .selectedTuningID, value: .text("../x")),
    Bad(key: .selectedTuningID, value: .text("")),
    Bad(key: .selectedTuningID, value: .number(1)), Bad(key: .themeMode, value: .text("Dark")),
    Bad(key: .enableHapticFeedback, value: .number(1)),
    Bad(key: .enableHapticFeedback, value: .text("true")),
    Bad(key: .stringOffsets, value: .text("6=2;")), Bad(key: .stringOffsets, value: .number(6)),
    Bad(key: .leftHanded, value: .text("true")), Bad(key: .leftHanded, value: .number(1)),
    Bad(key: .noiseGateThreshold, value: .number(1.0.nextUp)),
    Bad(key: .noiseGateThreshold, value: .number((0.0).nextDown)),
    Bad(key: .noiseGateThreshold, value: .flag(true)),
    Bad(key: .frequencyUpdateRate, value: .number(9.999)),
    Bad(key: .frequencyUpdateRate, value: .number(60.001)),
    Bad(key: .frequencyUpdateRate, value: .text("20")), Bad(key: .a4, value: .number(389.99)),
    Bad(key: .a4, value: .number(490.01)),
    Bad(key: .a4, value: .other), Bad(key: .temperament, value: .text("nonsense")),
    Bad(key: .temperament, value: .text("equal:0")), Bad(key: .notation, value: .text("latin")),
    Bad(key: .tolerance, value: .number(0.4)), Bad(key: .tolerance, value: .number(20.1)),
    Bad(key: .hysteresis, value: .number(-0.1)), Bad(key: .hysteresis, value: .number(5.1)),
    Bad(key: .confirmationHold, value: .number(-0.001)),
    Bad(key: .confirmationHold, value: .number(2.001)),
    Bad(key: .confirmationHold, value: .number(2.0001)),
    Bad(key: .confirmationHold, value: .number(-0.0001)),
    Bad(key: .confirmationHold, value: .number(1e300)),

    Bad(key: .feedback, value: .text("buzz")),
  ]

  @Test("use the default for an invalid stored value, and report it", arguments: bad)
  func fallsBack(row: Bad) {
    let other: SettingKey = row.key == .notation ? .feedback : .notation
    let kept: StoredValue = other == .notation ? .text("german") : .text("chime")
    let read = TunerSettings.reading([row.key: row.value, other: kept])
    let standard = TunerSettings()
    #expect(read.settings[row.key] == standard[row.key])
    #expect(
      read.diagnostics == [
        SettingDiagnostic(key: row.key, value: row.value, instead: standard[row.key])
      ])
    #expect(read.settings[other] == kept, "the others still count")
    #expect(read.diagnostics[0].description.contains("counts."))
    #expect(!read.diagnostics[0].description.contains("--help"), "a page has no options")
  }

  @Test("use the standard tuning if the selected one is gone, and report it")
  func goneTuning() {
    var settings = Settings()
    _ = settings.reduce(
      .loaded([.selectedTuningID: .text("mine")], tunings: InstrumentTuning.presets))
    #expect(settings.values.selectedTuningID == "standard")
    #expect(
      settings.diagnostics == [
        SettingDiagnostic(
          key: .selectedTuningID, value: .text("mine"), instead: .text("standard"))
      ])
  }

  @Test("read back their stored values")
  func roundTrip() {
    var settings = TunerSettings()
    #expect(settings.set(.confirmationHold, to: .number(0.333)) == nil)
    #expect(settings.set(.frequencyUpdateRate, to: .number(59.94)) == nil)
    #expect(settings.frequencyUpdateRate == UpdateRate(updates: 5994, seconds: 100))
    let again = TunerSettings.reading(settings.stored)
    #expect(again.settings == settings)
    #expect(again.diagnostics == [])
  }

  // A refusal does not contain the NaN either.
  @Test("refuse infinite values and NaN, with a message")
  func notFinite() {
    for value in [Double.nan, .infinity] {
      for key in SettingKey.allCases {
        var settings = TunerSettings()
        let diagnostic = settings.set(key, to: .number(value))
        #expect(diagnostic?.value == .text("\(value)"))
        #expect(diagnostic == diagnostic)
        #expect(settings == TunerSettings())
      }
    }
  }

  @Test("refuse an unknown tuning before anything is stored")
  func unknown() {
    var settings = Settings()
    #expect(settings.reduce(.choose(id: "nonsense")) == [])
    #expect(settings.error == .tuningNotFound(id: "nonsense"))
    #expect(settings.values == TunerSettings())
    _ = settings.reduce(.choose(id: "drop_d"))
    #expect(settings.error == nil)
  }
}
