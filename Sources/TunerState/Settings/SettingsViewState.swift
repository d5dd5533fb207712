// SPDX-License-Identifier: MIT

public import Tuning

/// The content of a settings screen.
public struct SettingsViewState: Hashable, Sendable {
  /// Every available tuning; empty until they are loaded.
  public let availableTunings: [InstrumentTuning]
  /// The id of the selected tuning.
  public let selectedTuningID: String
  /// The colour theme.
  public let themeMode: ThemeMode
  /// True where a signal tells that a string is in tune.
  public let enableHapticFeedback: Bool
}

extension Settings {
  /// The content of a settings screen.
  ///
  /// It is computed on demand, so no value is stored twice.
  public var viewState: SettingsViewState {
    SettingsViewState(
      availableTunings: availableTunings, selectedTuningID: values.selectedTuningID,
      themeMode: values.themeMode, enableHapticFeedback: values.enableHapticFeedback)
  }
}
