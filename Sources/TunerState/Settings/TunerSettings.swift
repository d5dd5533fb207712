// SPDX-License-Identifier: MIT

public import Acoustics
public import Tuning

/// What a player has set; every value is one that can be.
public struct TunerSettings: Hashable, Sendable {
  /// The noise gates that can be set.
  public static let noiseGates = 0.0...1.0
  /// The update rates that can be set, in hertz.
  public static let updateRates = 10.0...60.0
  /// The times that can be asked for before a confirmation.
  public static let confirmationHolds = Duration.zero...Duration.seconds(2)

  /// The tuning's id.
  public internal(set) var selectedTuningID = "standard"
  /// Which colours a presentation has.
  public internal(set) var themeMode = ThemeMode.system
  /// Whether there is feedback when a string comes in tune.
  public internal(set) var enableHapticFeedback = true
  /// The confidence below which nothing is shown.
  public internal(set) var noiseGateThreshold = TuningState.noiseGate
  /// How often a result is due.
  public internal(set) var frequencyUpdateRate = UpdateRate.standard
  /// Where A4 is.
  public internal(set) var a4 = ReferencePitch.concert
  /// How the notes between one A and the next are spaced.
  public internal(set) var temperament = Temperament.equal
  /// The language of note names.
  public internal(set) var notation = NoteNotation.english
  /// The in-tune window.
  public internal(set) var tolerance = TuningTolerance.standard
  /// How far beyond an edge the deviation must be to leave a state.
  public internal(set) var hysteresis = Cents(0)
  /// How long a string must stay in tune before that is confirmed.
  public internal(set) var confirmationHold = Duration.zero
  /// What the feedback is.
  public internal(set) var feedback = FeedbackStyle.bell

  /// Makes the settings of a player who has set nothing.
  public init() {}

  /// Makes settings of what a file holds.
  ///
  /// Whether the tuning exists is not known here: `Settings` looks.
  ///
  /// - Parameter stored: the keys that are there.
  /// - Returns: the settings, with the default for each value that can't be, and those values in the
  ///   order of `SettingKey.allCases`.
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
