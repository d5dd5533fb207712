// SPDX-License-Identifier: MIT

/// The stored settings.
///
/// The raw value is the key in the settings file.
public enum SettingKey: String, CaseIterable, Hashable, Sendable {
  case selectedTuningID, themeMode, enableHapticFeedback, noiseGateThreshold, frequencyUpdateRate
  case a4, temperament, notation, tolerance, hysteresis, confirmationHold, feedback
}

/// A value as a file holds it, before it is checked.
public enum StoredValue: Hashable, Sendable {
  case text(String)
  case number(Double)
  case flag(Bool)
  /// A list, an object or null, which no setting is.
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
    case .other: "a list or an object"
    }
  }
}
