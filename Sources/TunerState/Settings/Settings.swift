// SPDX-License-Identifier: MIT

internal import Acoustics
public import Tuning

/// The settings reducer: the values, the available tunings, and the errors of stored values.
public struct Settings: Hashable, Sendable {
  /// The values.
  public internal(set) var values: TunerSettings
  /// Every available tuning; empty until they are loaded.
  public internal(set) var availableTunings: [InstrumentTuning] = []
  /// The invalid values of the last reading.
  public internal(set) var diagnostics: [SettingDiagnostic] = []
  /// The error of the last action; `nil` if it had none.
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
  /// True if the player gets a signal when a string is in tune.
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

extension Settings {
  /// Reduces an action.
  public mutating func reduce(_ action: SettingsAction) -> [SettingsEffect] {
    error = nil
    return switch action {
    case .load: [.load]
    case .loaded(let stored, let tunings): load(stored, tunings)
    case .loadFailed(let failure), .persistFailed(let failure): report(.storage(failure))
    case .choose(let id): choose(id)
    case .setTheme(let mode): set(.themeMode, to: .text(mode.rawValue))
    case .setHaptic(let isEnabled): set(.enableHapticFeedback, to: .flag(isEnabled))
    case .setUpdateRate(let hertz): set(.frequencyUpdateRate, to: .number(hertz))
    case .setNoiseGate(let gate): set(.noiseGateThreshold, to: .number(gate))
    case .setA4(let frequency): set(.a4, to: .number(frequency.value))
    case .setTemperament(let name): set(.temperament, to: .text(name))
    case .useTemperament(let temperament): use(temperament)
    case .setNotation(let notation): set(.notation, to: .text(notation.rawValue))
    case .setTolerance(let cents): set(.tolerance, to: .number(cents.value))
    case .setHysteresis(let cents): set(.hysteresis, to: .number(cents.value))
    case .setConfirmationHold(let hold): set(.confirmationHold, to: .number(hold / .seconds(1)))
    case .setFeedback(let style): set(.feedback, to: .text(style.rawValue))
    }
  }

  private mutating func load(
    _ stored: StoredSettings, _ tunings: [InstrumentTuning]
  ) -> [SettingsEffect] {
    (values, diagnostics) = TunerSettings.reading(stored)
    return offer(tunings)
  }

  /// Replaces a selected tuning that no longer exists by the standard one, with a diagnostic.
  private mutating func offer(_ tunings: [InstrumentTuning]) -> [SettingsEffect] {
    availableTunings = tunings
    guard tuning(values.selectedTuningID) == nil else { return [] }
    let lost = values[.selectedTuningID]
    let standard = TunerSettings().selectedTuningID
    values.selectedTuningID = standard
    diagnostics.append(
      SettingDiagnostic(key: .selectedTuningID, value: lost, instead: .text(standard)))
    return []
  }

  /// Uses a temperament for this run, without storing the choice.
  private mutating func use(_ temperament: Temperament) -> [SettingsEffect] {
    values.temperament = temperament
    diagnostics.removeAll { $0.key == .temperament }
    return []
  }

  private mutating func choose(_ id: String) -> [SettingsEffect] {
    guard tuning(id) != nil else { return report(.tuningNotFound(id: id)) }
    return set(.selectedTuningID, to: .text(id))
  }

  private mutating func set(_ key: SettingKey, to value: StoredValue) -> [SettingsEffect] {
    if let diagnostic = values.set(key, to: value) { return report(.settingRefused(diagnostic)) }
    return [.persist(key, values[key])]
  }

  private mutating func report(_ failure: TunerError) -> [SettingsEffect] {
    error = failure
    return []
  }
}
