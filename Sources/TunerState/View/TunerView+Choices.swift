// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Tuning

extension TunerView {
  /// Makes a choice, unless the temperament then has no pitch for a string.
  ///
  /// - Parameter choice: changes a copy of the tuner, and returns the effects.
  /// - Returns: the effects of the choice, or those of the error that refuses it.
  mutating func choose(_ choice: (inout TunerView) -> [TunerEffect]) -> [TunerEffect] {
    var chosen = self
    let effects = choice(&chosen)
    if chosen.target != target, let string = chosen.stringWithoutPitch {
      return show(.noPitch(string: string, temperament: chosen.settings.values.temperament))
    }
    self = chosen
    return effects
  }

  /// The first string of the target for which the temperament has no pitch; `nil` for none.
  private var stringWithoutPitch: GuitarString? {
    guard mode != .chromatic else { return nil }
    let system = PitchSystem(
      reference: settings.values.a4, temperament: settings.values.temperament)
    return sounding.strings.first { TunedString($0, in: system) == nil }
  }

  /// Passes an action to the settings and applies the new settings.
  mutating func change(_ action: SettingsAction) -> [TunerEffect] {
    let old = settings.values
    let asked = settings.reduce(action)
    var effects: [TunerEffect] = []
    follow(action, from: old, &effects)
    for effect in asked { effects.append(.settings(effect)) }
    return effects
  }

  private mutating func follow(
    _ action: SettingsAction, from old: TunerSettings, _ effects: inout [TunerEffect]
  ) {
    let new = settings.values
    let before = target
    let rate = old.frequencyUpdateRate
    if let error = settings.error {
      effects += show(error)
    } else if action.isChoice {
      clearRefusal()
    }
    switch action {
    case .choose(let id) where settings.error == nil:
      isTuningOfRun = false
      select(id, &effects)
    case .loaded where !isTuningOfRun: select(new.selectedTuningID, &effects)
    case .load, .loaded, .loadFailed, .choose, .setTheme, .setHaptic, .setUpdateRate,
      .setNoiseGate, .setA4, .setTemperament, .useTemperament, .setNotation, .setTolerance,
      .setHysteresis, .setConfirmationHold, .setFeedback, .persistFailed:
      break
    }
    if old.hysteresis != new.hysteresis || old.tolerance != new.tolerance
      || old.noiseGateThreshold != new.noiseGateThreshold
    {
      hysteresis = Self.hysteresis(new)
    }
    effects += strum(.follow(StrumRules(new)))
    let isMoved = old.a4 != new.a4 || old.temperament != new.temperament
    if isMoved {
      done = StringSet()
      effects += refocus()
    }
    if before != target || isMoved { effects += retarget() }
    if rate != new.frequencyUpdateRate { effects.append(.setUpdateRate(new.frequencyUpdateRate)) }
  }

  /// Selects another tuning, which applies at once.
  private mutating func select(_ id: String, _ effects: inout [TunerEffect]) {
    guard let tuning = settings.tuning(id), tuning != state.selectedTuning else { return }
    effects += tune(tuning)
  }

  /// Uses a tuning for this run, without storing the choice.
  mutating func use(_ tuning: InstrumentTuning) -> [TunerEffect] {
    isTuningOfRun = true
    clearRefusal()
    guard tuning != state.selectedTuning else { return [] }
    let ended = tune(tuning)
    return ended + retarget()
  }

  mutating func aim(_ mode: TargetMode) -> [TunerEffect] {
    if case .locked(let position) = mode, sounding.string(at: position) == nil {
      return show(.stringNotFound(position: position, count: sounding.strings.count))
    }
    if mode == .all, let error = strumError { return show(error) }
    clearRefusal()
    guard mode != self.mode else { return [] }
    self.mode = mode
    return refocus() + retarget() + followStrokes()
  }

  mutating func setCapo(_ fret: Int) -> [TunerEffect] {
    guard let behind = try? state.selectedTuning.behindCapo(at: fret) else {
      return show(.capoOutOfReach(fret: fret))
    }
    clearRefusal()
    guard fret != capo else { return [] }
    capo = fret
    sounding = behind
    done = StringSet()
    return refocus() + retarget()
  }

  /// Returns the effect of another target.
  ///
  /// If a stroke cannot measure the strings, the tuner returns to one string at a time.
  private mutating func retarget() -> [TunerEffect] {
    var effects: [TunerEffect] = []
    if mode == .all, let error = strumError {
      effects += show(error)
      mode = .nearest
      effects += followStrokes()
    }
    effects += strum(.retarget(strumTargets))
    return effects + [.retarget(target)]
  }

  /// Sets a tuning and everything that depends on it.
  private mutating func tune(_ tuning: InstrumentTuning) -> [TunerEffect] {
    state.selectedTuning = tuning
    // A capo that this instrument does not support is removed.
    if let behind = try? tuning.behindCapo(at: capo) {
      sounding = behind
    } else {
      capo = 0
      sounding = tuning
    }
    if case .locked(let position) = mode, tuning.string(at: position) == nil { mode = .nearest }
    done = StringSet()
    return refocus()
  }

  /// Discards the state of another target.
  private mutating func refocus() -> [TunerEffect] {
    if let result = state.currentPitchResult { state.currentPitchResult = withoutOldTarget(result) }
    hysteresis = Self.hysteresis(settings.values)
    latch.rearm()
    return dismissConfirmation()
  }
}
