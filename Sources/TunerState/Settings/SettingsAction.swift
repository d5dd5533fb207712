// SPDX-License-Identifier: MIT

public import Acoustics
public import Tuning

/// What happens to settings.
public enum SettingsAction: Hashable, Sendable {
  /// The settings are to be read.
  case load
  /// They were read, with every tuning that there is.
  case loaded(StoredSettings, tunings: [InstrumentTuning])
  /// They can't be read.
  case loadFailed(StorageError)
  /// The player's own tunings are others now.
  case tuningsChanged([InstrumentTuning])
  /// A tuning is chosen by its id.
  case choose(id: String)
  case setTheme(ThemeMode)
  case setHaptic(Bool)
  /// Updates a second.
  case setUpdateRate(Double)
  /// A confidence.
  case setNoiseGate(Double)
  case setA4(Hertz)
  /// A temperament by its name.
  case setTemperament(String)
  case setNotation(NoteNotation)
  case setTolerance(Cents)
  case setHysteresis(Cents)
  case setConfirmationHold(Duration)
  case setFeedback(FeedbackStyle)
  /// A choice could not be kept; it counts for this run.
  case persistFailed(StorageError)
}

/// What settings ask of the world.
public enum SettingsEffect: Hashable, Sendable {
  /// Read settings and tunings; answer with `loaded` or `loadFailed`.
  case load
  /// Keep one value, and whatever else is kept as it is; answer a failure with `persistFailed`.
  case persist(SettingKey, StoredValue)
}
