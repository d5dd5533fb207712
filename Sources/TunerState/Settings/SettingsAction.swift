// SPDX-License-Identifier: MIT

public import Acoustics
public import Tuning

/// An action on the settings.
public enum SettingsAction: Hashable, Sendable {
  /// Read the settings.
  case load
  /// The settings were read, with every available tuning.
  case loaded(StoredSettings, tunings: [InstrumentTuning])
  /// The settings could not be read.
  case loadFailed(StorageError)
  /// Select a tuning by its id.
  case choose(id: String)
  case setTheme(ThemeMode)
  case setHaptic(Bool)
  /// The update rate.
  case setUpdateRate(Double)
  /// A confidence.
  case setNoiseGate(Double)
  /// The frequency of A4, rounded to hundredths of a hertz before its range is checked.
  case setA4(Hertz)
  /// A temperament by its name.
  case setTemperament(String)
  /// A temperament for this run, which has no name in a file, such as one of a Scala file.
  case useTemperament(Temperament)
  case setNotation(NoteNotation)
  case setTolerance(Cents)
  case setHysteresis(Cents)
  case setConfirmationHold(Duration)
  case setFeedback(FeedbackStyle)
  /// A choice could not be stored; it applies only to this run.
  case persistFailed(StorageError)
}

extension SettingsAction {
  /// True for a choice of the player.
  var isChoice: Bool {
    switch self {
    case .load, .loaded, .loadFailed, .persistFailed: false
    case .choose, .setTheme, .setHaptic, .setUpdateRate, .setNoiseGate, .setA4, .setTemperament,
      .useTemperament, .setNotation, .setTolerance, .setHysteresis, .setConfirmationHold,
      .setFeedback:
      true
    }
  }
}

/// An effect of the settings.
public enum SettingsEffect: Hashable, Sendable {
  /// Read settings and tunings; answer with `loaded` or `loadFailed`.
  case load
  /// Store one value and keep all other stored ones; answer a failure with `persistFailed`.
  case persist(SettingKey, StoredValue)
}
