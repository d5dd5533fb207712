// SPDX-License-Identifier: MIT

import TunerState

extension SettingSources {
  /// What was said on the command line or in the environment, as a settings' file would hold it.
  ///
  /// A tuning that is written out has no id, and a Scala file no name, to be kept under.
  var overrides: StoredSettings {
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
