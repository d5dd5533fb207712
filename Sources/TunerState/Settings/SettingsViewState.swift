// SPDX-License-Identifier: MIT

public import Tuning

/// What a settings screen shows.
public struct SettingsViewState: Hashable, Sendable {
  /// Every tuning that can be chosen; none until they are loaded.
  public let availableTunings: [InstrumentTuning]
  /// The chosen one's id.
  public let selectedTuningID: String
  /// Which colours a presentation has.
  public let themeMode: ThemeMode
  /// Whether there is feedback when a string comes in tune.
  public let enableHapticFeedback: Bool
}

extension Settings {
  /// What a settings screen shows; made when it is asked for, so that no value is kept twice.
  public var viewState: SettingsViewState {
    SettingsViewState(
      availableTunings: availableTunings, selectedTuningID: values.selectedTuningID,
      themeMode: values.themeMode, enableHapticFeedback: values.enableHapticFeedback)
  }
}
