// SPDX-License-Identifier: MIT

/// The settings that are kept; the raw value is the key in the settings' file.
public enum SettingKey: String, CaseIterable, Hashable, Sendable {
  case selectedTuningID, themeMode, enableHapticFeedback, noiseGateThreshold, frequencyUpdateRate
  case a4, temperament, notation, tolerance, hysteresis, confirmationHold, feedback
}

/// A setting as a file holds it, before anything is known of its meaning.
public enum StoredValue: Hashable, Sendable {
  case text(String)
  case number(Double)
  case flag(Bool)
  /// A list, an object or null, none of which any setting is.
  case other
}

/// What a settings' file holds: the known keys that are there.
public typealias StoredSettings = [SettingKey: StoredValue]

extension StoredValue: CustomStringConvertible {
  /// The value as a person writes it: text in quotes, a whole number without its point.
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
