// SPDX-License-Identifier: MIT

import Acoustics
import Testing
import Tuning

@testable import TunerState

@Suite("The error on the screen")
struct TunerErrorTests {
  /// An error, a tuning in which it can occur, and the action that causes it.
  struct Cause: Sendable, CustomTestStringConvertible {
    let error: TunerError
    var tuning = InstrumentTuning.standard
    let action: TunerAction

    var testDescription: String { "\(error)" }

    /// A tuner that confirms the first string of the tuning, before the action.
    var confirming: TunerView {
      var tuner = TunerView(tuning: tuning)
      _ = tuner.reduce(.startListening)
      _ = tuner.reduce(.startSucceeded)
      let first = tuning.strings[0].position
      _ = tuner.hear(Reading.string(first, cents: 0, of: tuning), ms: 0)
      return tuner
    }

    /// The kind of the error: its case.
    var kind: String { String("\(Mirror(reflecting: error).children.first?.label ?? "")") }
  }

  /// One cause of each case, and each way to an audio or storage error while listening.
  static var causes: [Cause] {
    get throws {
      let violin = try InstrumentTuning(literal: "G3 D4 A4 B5")
      let parted = try InstrumentTuning.presets.first { $0.id == "twelve_string" }
        .map { try $0.sweetened(by: [3: Cents(-40)]) }
      let highest = try #require(violin.string(at: 1))
      let refused = SettingDiagnostic(
        key: .frequencyUpdateRate, value: .number(61), instead: .number(20))
      return [
        Cause(error: .audio(.deviceUnavailable), action: .captureFailed(.deviceUnavailable)),
        Cause(error: .tuningNotFound(id: "x"), action: .selectTuning(id: "x")),
        Cause(
          error: .stringNotFound(position: 7, count: 6), action: .setTargetMode(.locked(7))),
        Cause(error: .capoOutOfReach(fret: 13), action: .setCapo(13)),
        Cause(
          error: .strumOutOfRange(string: highest), tuning: violin, action: .setTargetMode(.all)),
        Cause(
          error: .strumTargetsDiffer(positions: [4, 3]), tuning: try #require(parted),
          action: .setTargetMode(.all)),
        Cause(error: .settingRefused(refused), action: .settings(.setUpdateRate(61))),
        Cause(error: .storage(.noHome), action: .persistFailed(.noHome)),
        Cause(error: .storage(.noHome), action: .settings(.loadFailed(.noHome))),
      ]
    }
  }

  @Test("the causes have every case of an error")
  func everyCase() throws {
    #expect(Set(try Self.causes.map(\.kind)).count == 8)
  }

  @Test("every error ends the confirmation of one string, and cancels its timer")
  func endsConfirmation() throws {
    for cause in try Self.causes {
      var tuner = cause.confirming
      let token = try #require(tuner.confirmation?.token, "\(cause.error)")
      let effects = tuner.reduce(cause.action)
      #expect(tuner.state.error == cause.error)
      #expect(!tuner.state.showInTuneConfirmation, "\(cause.error)")
      #expect(effects.contains(.cancelConfirmationTimer(token)), "\(cause.error)")
    }
  }

  @Test("every error ends the confirmations of strokes, and cancels their timers")
  func endsStrokeConfirmations() throws {
    // The mode of strokes refuses to begin, so its own errors can't occur in it.
    for cause in try Self.causes where cause.tuning == .standard {
      var tuner = TunerView.listening()
      _ = tuner.reduce(.setTargetMode(.all))
      _ = tuner.reduce(TunerViewSpace.strummed(0, 0))
      #expect(tuner.strum.showsConfirmation)
      let effects = tuner.reduce(cause.action)
      #expect(tuner.state.error == cause.error)
      #expect(!tuner.strum.showsConfirmation, "\(cause.error)")
      let cancelled = effects.contains {
        if case .cancelConfirmationTimer = $0 { true } else { false }
      }
      #expect(cancelled, "\(cause.error)")
    }
  }

  @Test("an acknowledged error does not come back with the next action on the settings")
  func staysAcknowledged() throws {
    for cause in try Self.causes {
      for next in [SettingsAction.load, .useTemperament(.equal), .setTheme(.dark)] {
        var tuner = cause.confirming
        _ = tuner.reduce(cause.action)
        _ = tuner.reduce(.acknowledgeError)
        #expect(tuner.state.error == nil && tuner.settings.error == nil)
        _ = tuner.reduce(.settings(next))
        #expect(tuner.state.error == nil, "\(cause.error): \(next)")
      }
    }
  }

  @Test("an error from before a start does not come back with an action on the settings")
  func endsWithStart() {
    var tuner = TunerView()
    _ = tuner.reduce(.persistFailed(.noHome))
    _ = tuner.reduce(.startListening)
    _ = tuner.reduce(.startSucceeded)
    _ = tuner.reduce(.settings(.useTemperament(.equal)))
    #expect(tuner.state.error == nil)
  }

  @Test("a valid choice removes a refusal, and no failure of audio or storage")
  func validChoice() throws {
    let choices: [TunerAction] = [
      .selectTuning(id: "standard"), .selectTuning(id: "dadgad"), .useTuning(.standard),
      .setTargetMode(.nearest), .setTargetMode(.chromatic), .setCapo(0), .setCapo(2),
      .settings(.setTheme(.dark)), .settings(.useTemperament(.equal)),
    ]
    for cause in try Self.causes {
      for choice in choices {
        var tuner = cause.confirming
        _ = tuner.reduce(cause.action)
        _ = tuner.reduce(choice)
        let kept = cause.error.isRefusal ? nil : cause.error
        #expect(tuner.state.error == kept, "\(cause.error): \(choice)")
      }
    }
  }

  @Test("a refusal stays when settings are read, and another refusal takes its place")
  func refusalStays() {
    var tuner = TunerView()
    _ = tuner.reduce(.setCapo(13))
    _ = tuner.reduce(.settings(.load))
    #expect(tuner.state.error == .capoOutOfReach(fret: 13))
    _ = tuner.reduce(.selectTuning(id: "x"))
    #expect(tuner.state.error == .tuningNotFound(id: "x"))
  }
}
