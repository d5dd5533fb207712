// SPDX-License-Identifier: MIT

package import TunerState

extension SettingSources {
  /// The values of the command line and the environment, as the settings file would store them.
  ///
  /// A tuning that is written as notes has no id, so it is left out, and so is a Scala file.
  package var overrides: StoredSettings {
    var overrides: StoredSettings = [:]
    for name in Name.allCases {
      guard let key = name.key, origin(name) == .flag || origin(name) == .environment else {
        continue
      }
      let text = text(name)
      switch key {
      case .selectedTuningID: continue
      case .enableHapticFeedback: overrides[key] = .flag(text == "true")
      case .themeMode, .temperament, .notation, .feedback: overrides[key] = .text(text)
      case .noiseGateThreshold, .frequencyUpdateRate, .a4, .tolerance, .hysteresis,
        .confirmationHold:
        overrides[key] = Double(text).map { .number($0) }
      }
    }
    return overrides
  }
}
