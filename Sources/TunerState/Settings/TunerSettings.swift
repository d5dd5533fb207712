// SPDX-License-Identifier: MIT

public import Acoustics
public import Tuning

/// The settings of a player.
///
/// Every value is valid.
public struct TunerSettings: Hashable, Sendable {
  /// The supported noise gates.
  public static let noiseGates = 0.0...1.0
  /// The supported update rates, in hertz.
  public static let updateRates = 10.0...60.0
  /// The supported times before a confirmation.
  public static let confirmationHolds = Duration.zero...Duration.seconds(2)

  /// The id of the tuning.
  public internal(set) var selectedTuningID = "standard"
  /// The colour theme.
  public internal(set) var themeMode = ThemeMode.system
  /// True if the player gets a signal when a string is in tune.
  public internal(set) var enableHapticFeedback = true
  /// The confidence below which no pitch is displayed.
  public internal(set) var noiseGateThreshold = TuningState.noiseGate
  /// The rate of results.
  public internal(set) var frequencyUpdateRate = UpdateRate.standard
  /// The frequency of A4, in hundredths of a hertz: `ReferencePitch` rounds a finer value.
  public internal(set) var a4 = ReferencePitch.concert
  /// The temperament.
  public internal(set) var temperament = Temperament.equal
  /// The language of note names.
  public internal(set) var notation = NoteNotation.english
  /// The in-tune window.
  public internal(set) var tolerance = TuningTolerance.standard
  /// The distance beyond an edge at which the tuning state changes.
  public internal(set) var hysteresis = Cents(0)
  /// The time in tune before a confirmation.
  public internal(set) var confirmationHold = Duration.zero
  /// The signal.
  public internal(set) var feedback = FeedbackStyle.bell
  /// The cents that are added to the targets of strings, such as `6=-2,3=+1.5`; empty for none.
  public internal(set) var stringOffsets = ""
  /// True if strings are shown in the order of a left-handed instrument.
  public internal(set) var isLeftHanded = false

  /// Makes the default settings.
  public init() {}

  /// Makes settings from the content of a file.
  ///
  /// The tuning may not exist: `Settings` checks that.
  ///
  /// - Parameter stored: the keys of the file.
  /// - Returns: the settings with the default for each invalid value, and these values in the order
  ///   of `SettingKey.allCases`.
  public static func reading(
    _ stored: StoredSettings
  ) -> (settings: TunerSettings, diagnostics: [SettingDiagnostic]) {
    var settings = TunerSettings()
    var diagnostics: [SettingDiagnostic] = []
    for key in SettingKey.allCases {
      guard let value = stored[key] else { continue }
      if let diagnostic = settings.set(key, to: value) { diagnostics.append(diagnostic) }
    }
    return (settings, diagnostics)
  }

  /// Every setting as a file holds it.
  public var stored: StoredSettings {
    StoredSettings(uniqueKeysWithValues: SettingKey.allCases.map { ($0, self[$0]) })
  }
}

/// The colour theme.
public enum ThemeMode: String, CaseIterable, Hashable, Sendable {
  case light, dark
  /// The theme of the system or terminal.
  case system
}

/// The signal to a player that a string is in tune.
public enum FeedbackStyle: String, CaseIterable, Hashable, Sendable {
  /// The terminal's bell.
  case bell
  /// A short tone.
  case chime
  /// No signal.
  case none
}
