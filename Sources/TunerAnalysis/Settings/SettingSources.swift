// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import PitchDetection
import Terminal
import TunerState
import Tuning

/// The settings as text, with the source of each: a flag, the environment, the settings file or the
/// default.
package struct SettingSources: Sendable {
  /// The name of a setting.
  ///
  /// Its flag is `--name`, which some settings of the live display lack; its variable is
  /// `TUNER_NAME`.
  package enum Name: String, CaseIterable, Hashable, Sendable {
    case tuning, a4, temperament
    case keyboardMap = "keyboard-map"
    case capo, string, tolerance, notation, octaves, stretch, offsets, rate
    case minHz = "min-hz"
    case maxHz = "max-hz"
    case detector, pitch
    case hysteresis
    case clockPPM = "clock-ppm"
    // The settings of the live display.
    case noiseGate = "noise-gate"
    case confirmationHold = "confirmation-hold"
    case feedback, haptic, theme
    case leftHanded = "left-handed"

    /// The environment variable.
    package var variable: String {
      "TUNER_" + rawValue.uppercased().replacingOccurrences(of: "-", with: "_")
    }

    /// The key in the settings file; `nil` for a setting that is not stored.
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
      case .offsets: .stringOffsets
      case .leftHanded: .leftHanded
      case .keyboardMap, .capo, .string, .octaves, .stretch, .minHz, .maxHz, .detector, .pitch,
        .clockPPM:
        nil
      }
    }

    /// The default, as on the command line.
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

    /// True if the command line has an option for the setting.
    var hasOption: Bool { !isForScreens || self == .leftHanded }

    /// True for a setting of the live display only, which no other command prints.
    var isForScreens: Bool {
      switch self {
      case .noiseGate, .confirmationHold, .feedback, .haptic, .theme, .leftHanded: true
      default: false
      }
    }
  }

  /// The source of a value.
  enum Origin: Equatable {
    case flag, environment, standard
    /// The settings file, by its path.
    case file(String)
    /// A choice of the player during a session.
    case session

    /// The kind of a source, without the path of the settings file.
    enum Kind: String, Codable {
      case flag, environment, file, session
      case standard = "default"
    }

    /// The kind of this source.
    var kind: Kind {
      switch self {
      case .flag: .flag
      case .environment: .environment
      case .file: .file
      case .session: .session
      case .standard: .standard
      }
    }
  }

  var entries: [Name: (text: String, origin: Origin)]
  /// The faults of the settings file, one sentence each.
  ///
  /// Defaults replace the faulty values.
  package let warnings: [String]

  /// Reads each setting from its flag, else its variable, else the settings file, else its default.
  ///
  /// A selected tuning that no longer exists counts as not selected.
  ///
  /// - Parameters:
  ///   - flags: the texts of the command line.
  ///   - environment: the variables of the process.
  package init(
    flags: [Name: String?], environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    let kept = StoredSettingTexts(environment: environment)
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
    // The settings file has English names of notes. The root is in the notation of the settings, so
    // that another process reads it from `flags` as it is meant.
    if case .file? = entries[.temperament]?.origin,
      let notation = entries[.notation].flatMap({ NoteNotation(rawValue: $0.text.lowercased()) }),
      let temperament = entries[.temperament].flatMap({ try? Temperament(named: $0.text) })
    {
      entries[.temperament]?.text = temperament.name(in: notation)
    }
    self.entries = entries
    warnings = kept.warnings
  }

  /// Returns the text of a setting.
  ///
  /// - Parameter name: the setting.
  /// - Returns: the text, as on the command line.
  package func text(_ name: Name) -> String { entries[name]?.text ?? name.standard }

  /// The settings of an analysis as flags, which another process resolves to the same texts.
  package var flags: [String] {
    Name.allCases.filter { !$0.isForScreens }.flatMap { name in
      let text = text(name)
      if !text.isEmpty { return ["--\(name.rawValue)=\(text)"] }
      // The other process has the same variables, and an empty flag overrides them. The parser
      // takes an empty value only as an argument of its own.
      return origin(name) == .flag ? ["--\(name.rawValue)", text] : []
    }
  }

  /// Returns the source of a setting.
  func origin(_ name: Name) -> Origin { entries[name]?.origin ?? .standard }

  /// Returns the place where a person can change a value: the flag, the variable or the file.
  func place(_ name: Name) -> String {
    switch origin(name) {
    case .flag: "--\(name.rawValue)"
    case .environment: name.variable
    case .file(let path): "\(printable(path)): \(name.rawValue)"
    case .session: "the choice of \(name.rawValue)"
    case .standard: "the default of \(name.hasOption ? "--\(name.rawValue)" : name.variable)"
    }
  }

  /// Returns the value of a setting, and for an empty one what it means.
  func shown(_ name: Name) -> String {
    let text = text(name)
    guard text.isEmpty else { return text }
    return name == .pitch ? (try? pitch().rawValue) ?? "" : "none"
  }

  /// The settings of every command that analyses sound, one line each: name, value, source.
  package var table: String { table(forScreen: false) }

  /// Returns a line for each setting: name, value, source.
  ///
  /// - Parameter isForScreen: true to include the settings of the live display.
  /// - Returns: the lines.
  package func table(forScreen isForScreen: Bool) -> String {
    let names = Name.allCases.filter { isForScreen || !$0.isForScreens }
    let width = isForScreen ? 17 : 12
    return names.map { name in
      let label = filled(name.rawValue, to: width)
      let value = filled(printable(shown(name)), to: 12)
      let source =
        switch origin(name) {
        case .environment: name.variable
        case .file(let path): printable(path)
        case .flag, .session, .standard: origin(name).kind.rawValue
        }
      return "\(label) \(value) \(source)\n"
    }.joined()
  }

  /// The faults of the settings file, and the notice about offsets that are ignored.
  package var notices: [String] {
    warnings.map { printable($0) } + [offsetsNotice].compactMap(\.self)
  }
}
