// SPDX-License-Identifier: MIT

import Acoustics
import TunerState
import Tuning

/// A setting that can be changed from within the display.
package enum SettingRow: CaseIterable, Hashable, Sendable {
  case tuning, a4, tolerance, notation, theme, feedback

  // Common tolerances, from a luthier's bench to a loud stage.
  private static let tolerances = [0.5, 1, 2, 3, 5, 10, 15, 20]

  /// Returns the row that is `rows` below, wrapping around at the end.
  func moved(by rows: Int) -> SettingRow {
    Self.step(self, by: rows, in: Self.allCases)
  }

  /// Returns the effect that sets the next or previous value.
  ///
  /// - Parameters:
  ///   - steps: 1 or −1; A4 moves to the next whole hertz.
  ///   - tuner: the current state of the tuner.
  /// - Returns: the effect; `nil` when there is no other value.
  func change(by steps: Int, _ tuner: TunerView) -> DisplayEffect? {
    let settings = tuner.settings.values
    switch self {
    case .tuning:
      let tunings = tuner.settings.availableTunings
      guard !tunings.isEmpty else { return nil }
      let ids = tunings.map(\.id)
      return .act(.selectTuning(id: Self.step(tuner.state.selectedTuning.id, by: steps, in: ids)))
    case .a4:
      let a4 = settings.a4.a4.value
      let hertz = Hertz(steps > 0 ? a4.rounded(.down) + 1 : a4.rounded(.up) - 1)
      return ReferencePitch.supported.contains(hertz) ? .act(.settings(.setA4(hertz))) : nil
    case .tolerance:
      let current = settings.tolerance.inTune.value
      let next =
        steps > 0
        ? Self.tolerances.first { $0 > current } : Self.tolerances.last { $0 < current }
      return next.map { .act(.settings(.setTolerance(Cents($0)))) }
    case .notation:
      return .act(
        .settings(.setNotation(Self.step(settings.notation, by: steps, in: NoteNotation.allCases))))
    case .theme:
      return .act(
        .settings(.setTheme(Self.step(settings.themeMode, by: steps, in: ThemeMode.allCases))))
    case .feedback:
      return .act(
        .settings(.setFeedback(Self.step(settings.feedback, by: steps, in: FeedbackStyle.allCases)))
      )
    }
  }

  private static func step<Value: Equatable>(
    _ value: Value, by steps: Int, in values: [Value]
  ) -> Value {
    guard let index = values.firstIndex(of: value) else { return values.first ?? value }
    let count = values.count
    return values[((index + steps) % count + count) % count]
  }
}
