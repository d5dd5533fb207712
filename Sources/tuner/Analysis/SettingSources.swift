// SPDX-License-Identifier: MIT

import Foundation
import PitchDetection
import Terminal
import TunerState

/// The settings as they were written, and who wrote them: a flag, the environment, the settings' file
/// or nobody.
struct SettingSources {
  /// A setting's name; its flag is `--name` where it has one, its variable `TUNER_NAME`.
  enum Name: String, CaseIterable {
    case tuning, a4, temperament
    case keyboardMap = "keyboard-map"
    case capo, string, tolerance, notation, octaves, stretch, rate
    case minHz = "min-hz"
    case maxHz = "max-hz"
    case detector, pitch
    case hysteresis
    case clockPPM = "clock-ppm"
    // Those of a screen.
    case noiseGate = "noise-gate"
    case confirmationHold = "confirmation-hold"
    case feedback, haptic, theme

    var variable: String {
      "TUNER_" + rawValue.uppercased().replacingOccurrences(of: "-", with: "_")
    }

    /// Its key in the settings' file; `nil` for what is not kept there.
    var key: SettingKey? {
      switch self {
      case .tuning: .selectedTuningID
      case .a4: .a4
      case .temperament: .temperament
      case .tolerance: .tolerance
      case .notation: .notation
      case .rate: .frequencyUpdateRate
      case .noiseGate: .noiseGateThreshold
      case .hysteresis: .hysteresis
      case .confirmationHold: .confirmationHold
      case .feedback: .feedback
      case .haptic: .enableHapticFeedback
      case .theme: .themeMode
      case .keyboardMap, .capo, .string, .octaves, .stretch, .minHz, .maxHz, .detector, .pitch,
        .clockPPM:
        nil
      }
    }

    var standard: String {
      if let key { return TunerSettings()[key].plain }
      return switch self {
      case .capo: "0"
      case .string: "auto"
      case .octaves: "scientific"
      case .minHz: "29"
      case .maxHz: "1400"
      case .clockPPM: "0"
      case .detector: DetectorKind.engine.rawValue
      default: ""
      }
    }

    /// Whether only a screen needs it, so that no other command prints it.
    var isForScreens: Bool {
      switch self {
      case .noiseGate, .confirmationHold, .feedback, .haptic, .theme: true
      default: false
      }
    }
  }

  /// Where a value comes from.
  enum Origin: Equatable {
    case flag, environment, standard
    case file(String)
  }

  private let entries: [Name: (text: String, origin: Origin)]
  /// What is wrong with the settings' file, a sentence each; the defaults count there.
  let warnings: [String]

  /// Gathers each setting from its flag, else its variable, else the settings' file, else its default.
  ///
  /// A chosen tuning that is no longer there counts as not chosen.
  init(
    flags: [Name: String?], environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    let kept = KeptSettings(environment: environment)
    var entries: [Name: (text: String, origin: Origin)] = [:]
    for name in Name.allCases {
      if let text = flags[name] ?? nil {
        entries[name] = (text, .flag)
      } else if let text = environment[name.variable], !text.isEmpty {
        entries[name] = (text, .environment)
      } else if let text = name.key.flatMap({ kept.values[$0] }) {
        entries[name] = (text, .file(kept.path))
      } else {
        entries[name] = (name.standard, .standard)
      }
    }
    self.entries = entries
    warnings = kept.warnings
  }

  func text(_ name: Name) -> String { entries[name]?.text ?? name.standard }

  func origin(_ name: Name) -> Origin { entries[name]?.origin ?? .standard }

  /// How a person finds the place to mend a value: the flag or the variable.
  func place(_ name: Name) -> String {
    switch origin(name) {
    case .flag: "--\(name.rawValue)"
    case .environment: name.variable
    case .file(let path): "\(printable(path)): \(name.rawValue)"
    case .standard: "the default of --\(name.rawValue)"
    }
  }

  private static func filled(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// One line a setting: name, value, origin.
  var table: String { table(forScreen: false) }

  /// One line a setting: name, value, origin.
  ///
  /// - Parameter isForScreen: whether those are wanted too that only a screen needs.
  /// - Returns: the lines.
  func table(forScreen isForScreen: Bool) -> String {
    let names = Name.allCases.filter { isForScreen || !$0.isForScreens }
    let width = isForScreen ? 17 : 12
    return names.map { name in
      let label = Self.filled(name.rawValue, to: width)
      let value = Self.filled(printable(text(name)), to: 12)
      let origin =
        switch origin(name) {
        case .flag: "flag"
        case .environment: name.variable
        case .file(let path): printable(path)
        case .standard: "default"
        }
      return "\(label) \(value) \(origin)\n"
    }.joined()
  }

  /// Tells people on standard error what is wrong with the settings' file.
  ///
  /// - Returns: the same settings.
  func reportingWarnings() -> SettingSources {
    for warning in warnings { StandardError.write("tuner: \(printable(warning))\n") }
    return self
  }
}
