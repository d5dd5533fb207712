// SPDX-License-Identifier: MIT

internal import Tuning

/// An invalid value of a setting.
public struct SettingDiagnostic: Error, Hashable, Sendable {
  /// The setting.
  public let key: SettingKey
  /// The invalid value.
  public let value: StoredValue
  /// The value that is used instead: the default for a stored value, the previous value for a
  /// choice.
  public let instead: StoredValue

  /// Makes a diagnostic.
  public init(key: SettingKey, value: StoredValue, instead: StoredValue) {
    self.key = key
    self.value = value
    self.instead = instead
  }
}

extension SettingDiagnostic: CustomStringConvertible {
  /// The diagnostic as one sentence that ends with the remedy.
  public var description: String {
    "\(key.rawValue) can't be \(value); \(instead) counts. \(key.remedy)"
  }
}

extension SettingKey {
  /// The valid values as a sentence.
  package var remedy: String {
    switch self {
    case .selectedTuningID: "Choose a tuning from: tuner tunings list"
    case .themeMode: "Choose \(Self.list(ThemeMode.allCases.map { $0.rawValue }))."
    case .enableHapticFeedback: "Choose true or false."
    case .noiseGateThreshold: "Give a number from 0 to 1."
    case .frequencyUpdateRate: "Give 10 to 60 updates a second, with up to six decimals."
    case .a4: "Give 390 to 490 Hz."
    case .temperament: "Choose \(Self.list(Temperament.names)), or a division such as equal:19."
    case .notation: "Choose english, german or solfege."
    case .tolerance: "Give 0.5 to 20 cents."
    case .hysteresis: "Give 0 to 5 cents."
    case .confirmationHold: "Give 0 to 2 seconds."
    case .stringOffsets: "Give strings with their cents, such as 6=-2,3=+1.5."
    case .leftHanded: "Choose true or false."
    case .feedback: "Choose \(Self.list(FeedbackStyle.allCases.map { $0.rawValue }))."
    }
  }

  private static func list(_ names: [String]) -> String {
    names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }
}

/// The stored settings.
///
/// The raw value is the key in the settings file.
public enum SettingKey: String, CaseIterable, Hashable, Sendable {
  case selectedTuningID, themeMode, enableHapticFeedback, noiseGateThreshold, frequencyUpdateRate
  case a4, temperament, notation, tolerance, hysteresis, confirmationHold, feedback
  case stringOffsets, leftHanded
}

/// A value as a file holds it, before it is checked.
public enum StoredValue: Hashable, Sendable {
  case text(String)
  case number(Double)
  case flag(Bool)
  /// A list, an object or null.
  ///
  /// No setting has such a value.
  case other
}

/// The content of a settings file: its known keys.
public typealias StoredSettings = [SettingKey: StoredValue]

extension StoredValue: CustomStringConvertible {
  /// The value as text: text in quotes, a whole number without a point.
  public var description: String {
    switch self {
    case .text(let text): "\"\(text)\""
    case .number(let number):
      Int(exactly: number).map { "\($0)" } ?? "\(number)"
    case .flag(let flag): "\(flag)"
    case .other: "a list, an object or null"
    }
  }
}
