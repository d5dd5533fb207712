// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Tuning

extension TunerView {
  /// The strings that a stroke is compared with, in any mode.
  ///
  /// It is empty if the temperament has no pitch for a string.
  var strumTargets: [StrumTarget] {
    let system = PitchSystem(
      reference: settings.values.a4, temperament: settings.values.temperament)
    return (try? sounding.tunedStrings(in: system)).map(StrumTarget.targets) ?? []
  }

  /// The reason why no stroke can measure the strings; `nil` for none.
  var strumError: TunerError? {
    for target in strumTargets {
      if !StrumTarget.frequencies.contains(target.frequency) {
        return .strumOutOfRange(string: target.string)
      }
      if target.hasDifferentTargets { return .strumTargetsDiffer(positions: target.positions) }
    }
    return nil
  }

  /// Starts or stops the view of strokes, according to the phase and the mode.
  mutating func followStrokes() -> [TunerEffect] {
    strum(phase == .listening && mode == .all ? .begin : .end)
  }

  /// Passes an action to the view of strokes, and returns its effects as those of the tuner.
  mutating func strum(_ action: StrumAction) -> [TunerEffect] {
    var effects: [TunerEffect] = []
    strum(action, into: &effects)
    return effects
  }

  /// Passes an action to the view of strokes, and appends its effects as those of the tuner.
  mutating func strum(_ action: StrumAction, into effects: inout [TunerEffect]) {
    let feedback: FeedbackStyle =
      settings.values.enableHapticFeedback ? settings.values.feedback : .none
    strum.reduce(action) { effect in
      switch effect {
      case .startConfirmationTimer(let token, let deadline):
        effects.append(.startConfirmationTimer(token, deadline: deadline))
      case .cancelConfirmationTimer(let token): effects.append(.cancelConfirmationTimer(token))
      case .signal:
        if feedback != .none { effects.append(.feedback(feedback)) }
      }
    }
  }
}
