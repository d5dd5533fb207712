// SPDX-License-Identifier: MIT

import Acoustics
import Tuning

@testable import TunerState

/// Every kind of state and every kind of action, for tests of invariants.
enum TunerViewSpace {
  /// One tuner for each phase, with and without a result, a confirmation and an error.
  static let states: [TunerView] = {
    var found: [TunerView] = []
    let roads: [[TunerAction]] = [
      [], [.startListening], [.startListening, .startSucceeded],
      [.startListening, .startSucceeded, heard(25, 0)],
      [.startListening, .startSucceeded, heard(0, 0)],
      [.startListening, .startSucceeded, heard(0, 0), .acknowledgeInTune],
      [.startListening, .startSucceeded, heard(0, 0), .stopListening],
      [.startListening, .startSucceeded, heard(0, 0), .stopListening, .stopped],
      [.startListening, .startSucceeded, .captureFailed(.deviceUnavailable)],
      [.startListening, .startFailed(.accessDenied)],
      [.startListening, .stopListening],
      [.selectTuning(id: "nonsense")], [.selectTuning(id: "ukulele"), .setTargetMode(.locked(4))],
      [.setTargetMode(.chromatic)], [.setCapo(3)],
      [.setTargetMode(.all)], [.setTargetMode(.all), .startListening, .startSucceeded],
      [.setTargetMode(.all), .startListening, .startSucceeded, strummed(0, 0)],
      [.setTargetMode(.all), .startListening, .startSucceeded, strummed(0, 0), .stopListening],
      [.settings(.loaded([.hysteresis: .number(2)], tunings: InstrumentTuning.presets))],
    ]
    for road in roads {
      var tuner = TunerView()
      for action in road { _ = tuner.reduce(action) }
      found.append(tuner)
    }
    return found
  }()

  static func heard(_ cents: Double, _ ms: Int, _ onset: Int64 = 0) -> TunerAction {
    .pitchResult(
      Reading.string(6, cents: cents, onset: onset, at: Int64(ms)), at: .milliseconds(ms))
  }

  static func strummed(_ cents: Double, _ ms: Int, _ onset: Int64 = 0) -> TunerAction {
    .strumResult(
      Strumming.result([0: cents, 3: 20], onset: onset, at: Int64(ms)), at: .milliseconds(ms))
  }

  /// One action of each case, and more where a payload decides.
  static let actions: [TunerAction] = {
    var tuner = TunerView.listening()
    _ = tuner.reduce(heard(0, 0))
    let token = tuner.confirmation?.token
    return [
      .startListening, .startSucceeded, .startFailed(.unknown(description: "x")), .stopListening,
      .stopped, .captureFailed(.deviceUnavailable), heard(0, 50), heard(.nan, 50),
      heard(0, 50, 9), .pitchResult(Reading.silence(at: 60), at: .milliseconds(60)),
      .acknowledgeInTune, .acknowledgeError, .selectTuning(id: "dadgad"),
      .selectTuning(id: "standard"), .selectTuning(id: ""),
      .useTuning(InstrumentTuning.presets[5]), .setTargetMode(.nearest),
      .setTargetMode(.locked(6)), .setTargetMode(.locked(99)), .setTargetMode(.chromatic),
      .setTargetMode(.all), strummed(0, 50), strummed(0, 50, 9), strummed(.nan, 50), .setCapo(0),
      .setCapo(5), .setCapo(-1), .persistFailed(.full(place: "x")),
    ] + [token].compactMap { $0 }.map { .confirmationTimedOut($0) } + settings.map { .settings($0) }
  }()

  static let settings: [SettingsAction] = [
    .load, .loaded([:], tunings: InstrumentTuning.presets),
    .loaded([.selectedTuningID: .text("gone"), .a4: .number(1)], tunings: [.standard]),
    .loadFailed(.noHome), .useTemperament(.equal), .choose(id: "open_g"),
    .choose(id: "nonsense"), .setTheme(.dark), .setHaptic(false), .setUpdateRate(60),
    .setUpdateRate(61), .setUpdateRate(.nan), .setNoiseGate(0.5), .setNoiseGate(-0.1),
    .setA4(Hertz(442)), .setA4(Hertz(.infinity)), .setTemperament("just"), .setTemperament("x"),
    .setNotation(.solfege), .setTolerance(Cents(1)), .setTolerance(Cents(0)),
    .setHysteresis(Cents(1)), .setHysteresis(Cents(-1)), .setConfirmationHold(.milliseconds(250)),
    .setConfirmationHold(.seconds(-1)), .setFeedback(.none), .persistFailed(.noHome),
  ]
}

/// The invariants of every state and of every step.
struct TunerViewInvariant {
  private let old: TunerView
  private let action: TunerAction
  private let new: TunerView
  private let effects: [TunerEffect]
  private var broken: [String] = []

  /// Returns the invariants that fail; an empty list for none.
  static func broken(
    from old: TunerView, by action: TunerAction, to new: TunerView,
    _ effects: [TunerEffect]
  ) -> [String] {
    var step = TunerViewInvariant(old: old, action: action, new: new, effects: effects)
    step.checkState()
    step.checkLateResults()
    step.checkConfirmation()
    step.checkError()
    step.checkEffects()
    return step.broken
  }

  private init(old: TunerView, action: TunerAction, new: TunerView, effects: [TunerEffect]) {
    (self.old, self.action, self.new, self.effects) = (old, action, new, effects)
  }

  private mutating func hold(_ truth: Bool, _ name: String) { if !truth { broken.append(name) } }

  private mutating func checkState() {
    hold((0...1).contains(new.markerPosition), "the marker is on its scale")
    hold(new.state.isListening == (new.phase == .listening), "listening is a phase")
    hold(new.state.showInTuneConfirmation == (new.confirmation != nil), "what is shown is pending")
    hold(new.confirmation == nil || new.state.isListening, "nothing is confirmed without listening")
    hold(
      new.strum.isListening == (new.state.isListening && new.mode == .all),
      "strokes are followed in their mode, while results arrive")
    hold(new.strum.isListening || !new.strum.showsConfirmation, "strokes confirm nothing otherwise")
    if let result = new.state.currentPitchResult {
      hold(result.cents?.value.isFinite ?? true, "cents are finite")
      hold(result.estimate?.frequency.value.isFinite ?? true, "a frequency is finite")
      hold(result.confidence.isFinite, "a confidence is finite")
    }
    hold(
      new.settings.values.selectedTuningID == new.state.selectedTuning.id
        || old.settings.values.selectedTuningID != old.state.selectedTuning.id || isForThisRun,
      "the settings name what is tuned")
  }

  private mutating func checkLateResults() {
    if old.phase != .listening || old.mode == .all, case .pitchResult = action {
      hold(new == old && effects.isEmpty, "a late result changes nothing")
    }
    if !old.strum.isListening, case .strumResult = action {
      hold(new == old && effects.isEmpty, "a late result of strokes changes nothing")
    }
  }

  private mutating func checkConfirmation() {
    if new.confirmation?.token != old.confirmation?.token, new.confirmation != nil {
      hold(new.tuningState == .inTune, "a confirmation begins in tune")
      if case .pitchResult(_, let time) = action {
        hold(
          (new.confirmation?.deadline ?? .zero) <= max(time, new.latestTime) + .seconds(2),
          "a confirmation lasts two seconds at most")
      } else {
        hold(false, "only a result begins a confirmation")
      }
    } else if case .strumResult = action {
      hold(new.state == old.state, "a stroke is not the result of one string")
    } else {
      hold(effects.feedbackCount == 0, "feedback comes with a confirmation")
    }
    hold(effects.feedbackCount <= 1, "feedback comes once")
  }

  private mutating func checkError() {
    guard let error = new.state.error, error != old.state.error else { return }
    hold(!new.state.showInTuneConfirmation, "an error ends the confirmation")
    hold(!new.strum.showsConfirmation, "an error ends the confirmations of strokes")
  }

  private mutating func checkEffects() {
    let started = effects.contains(.startAudio)
    hold(started == (old.phase == .idle && new.phase == .starting), "audio starts from idle")
    let ended = effects.contains(.stopAudio) || effects.contains(.releaseAudio)
    hold(ended == (old.phase != .stopping && new.phase == .stopping), "audio ends once")
    hold(
      effects.contains(.observeResults) == (old.phase != .listening && new.phase == .listening),
      "observing begins with listening")
    hold(
      effects.contains(.stopObserving) == (old.phase == .listening && new.phase != .listening),
      "observing ends with listening")
  }

  private var isForThisRun: Bool {
    if case .useTuning = action { true } else { false }
  }
}
