// SPDX-License-Identifier: MIT

public import Tuning

/// The settings reducer: the values, the available tunings, and the errors of stored values.
public struct Settings: Hashable, Sendable {
  /// The values.
  public internal(set) var values: TunerSettings
  /// Every available tuning; empty until they are loaded.
  public internal(set) var availableTunings: [InstrumentTuning] = []
  /// The invalid values of the last reading.
  public internal(set) var diagnostics: [SettingDiagnostic] = []
  /// The last error; `nil` after the next valid choice.
  public internal(set) var error: TunerError?

  /// Makes settings before anything is loaded.
  public init(_ values: TunerSettings = TunerSettings()) { self.values = values }

  /// Returns an available tuning.
  ///
  /// - Parameter id: the id.
  /// - Returns: a loaded tuning; before loading, a built-in one. `nil` for none.
  public func tuning(_ id: String) -> InstrumentTuning? {
    availableTunings.isEmpty
      ? InstrumentTuning.preset(id) : availableTunings.first { $0.id == id }
  }
}

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
