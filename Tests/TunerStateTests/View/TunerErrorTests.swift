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

  /// Twelve equal steps whose keyboard mapping omits the keys of D.
  static var withoutD: Temperament {
    get throws {
      let keys = (0..<12).map { $0 == 2 ? "x" : "\($0)" }
      let rows = ["12", "0", "127", "60", "69", "440.0", "12"] + keys
      return Temperament(
        scale: ScalaScale(description: "twelve", cents: (1...12).map { 100 * Double($0) }),
        mapping: try KeyboardMapping(kbm: Array(rows.joined(separator: "\n").utf8)),
        name: "/scales/no-d.scl")
    }
  }

  /// One cause of each case, and each way to an audio or storage error while listening.
  static var causes: [Cause] {
    get throws {
      let withoutD = try Self.withoutD
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
          error: .noPitch(string: InstrumentTuning.standard.strings[2], temperament: withoutD),
          action: .settings(.useTemperament(withoutD))),
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
    #expect(Set(try Self.causes.map(\.kind)).count == 9)
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

  @Test("a choice is refused if the temperament then has no pitch for a string")
  func noPitch() throws {
    let openA = try #require(InstrumentTuning.preset("open_a"))
    let withoutD = try Self.withoutD
    // Open A has no D, also not behind a capo at fret 2. Chromatic mode needs no string.
    let roads: [([TunerAction], bad: [TunerAction], good: TunerAction)] = [
      (
        [.useTuning(openA)],
        [.selectTuning(id: "standard"), .useTuning(.standard), .setCapo(5)], .setCapo(2)
      ),
      (
        [.setTargetMode(.chromatic)],
        [.setTargetMode(.nearest), .setTargetMode(.locked(6)), .setTargetMode(.all)],
        .selectTuning(id: "open_a")
      ),
    ]
    for (road, bad, good) in roads {
      var tuner = TunerView.listening()
      for action in road { _ = tuner.reduce(action) }
      #expect(
        tuner.reduce(.settings(.useTemperament(withoutD))) == [.retarget(tuner.target)])
      for choice in bad {
        let before = tuner
        #expect(tuner.reduce(choice) == [], "\(choice)")
        #expect(tuner.target == before.target && tuner.settings.values == before.settings.values)
        guard case .noPitch(let string, withoutD)? = tuner.state.error else {
          Issue.record("\(choice): \(String(describing: tuner.state.error))")
          continue
        }
        #expect(string.spelling.letter == .d, "\(choice)")
      }
      _ = tuner.reduce(good)
      #expect(tuner.state.error == nil)
      #expect(throws: Never.self) { try tuner.target.classifier() }
    }
  }

  @Test("the error of a string without a pitch names the string and the file of the temperament")
  func noPitchSentence() throws {
    let error = TunerError.noPitch(
      string: InstrumentTuning.standard.strings[2], temperament: try Self.withoutD)
    #expect(
      error.description
        == "The temperament no-d.scl has no pitch for string 4 (D3). Choose another tuning or "
        + "another temperament.")
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
