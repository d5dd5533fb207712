// SPDX-License-Identifier: MIT

import Foundation
import PitchDetection
import Terminal

/// The settings as they were written, and who wrote them: a flag, the environment or nobody.
struct SettingSources {
  /// A setting's name; its flag is `--name`, its variable `TUNER_NAME`.
  enum Name: String, CaseIterable {
    case tuning, a4, temperament
    case keyboardMap = "keyboard-map"
    case capo, string, tolerance, notation, rate
    case minHz = "min-hz"
    case maxHz = "max-hz"
    case detector, pitch

    var variable: String {
      "TUNER_" + rawValue.uppercased().replacingOccurrences(of: "-", with: "_")
    }

    var standard: String {
      switch self {
      case .tuning: "standard"
      case .a4: "440"
      case .temperament: "equal"
      case .keyboardMap: ""
      case .capo: "0"
      case .string: "auto"
      case .notation: "english"
      case .tolerance: "10"
      case .rate: "20"
      case .minHz: "29"
      case .maxHz: "1400"
      case .detector: DetectorKind.engine.rawValue
      case .pitch: ""
      }
    }
  }

  /// Where a value comes from.
  enum Origin: Equatable {
    case flag, environment, standard
    case file(String)
  }

  private let entries: [Name: (text: String, origin: Origin)]

  /// Gathers each setting from its flag, else its variable, else the settings' file, else its default.
  ///
  /// A chosen tuning that is no longer there counts as not chosen.
  init(
    flags: [Name: String?], environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    let directory = try? SettingsDirectory(environment: environment)
    let chosen = directory.flatMap { TuningChoice(directory: $0).id }.flatMap { id in
      TuningLibrary(directory: directory).holds(id) ? id : nil
    }
    var entries: [Name: (text: String, origin: Origin)] = [:]
    for name in Name.allCases {
      if let text = flags[name] ?? nil {
        entries[name] = (text, .flag)
      } else if let text = environment[name.variable], !text.isEmpty {
        entries[name] = (text, .environment)
      } else if name == .tuning, let chosen, let directory {
        entries[name] = (chosen, .file(directory.settingsFile))
      } else {
        entries[name] = (name.standard, .standard)
      }
    }
    self.entries = entries
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
  var table: String {
    Name.allCases.map { name in
      let label = Self.filled(name.rawValue, to: 12)
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
}
