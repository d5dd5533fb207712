// SPDX-License-Identifier: MIT

import FileStore
import Foundation
package import TunerRuntime
package import TunerState
import Tuning

/// The values of the settings file, as on the command line.
///
/// Reading them never changes the file.
struct StoredSettingTexts {
  /// The valid values, by key.
  private(set) var values: [SettingKey: String] = [:]
  /// The path of the file; empty without a home directory.
  private(set) var path = ""
  /// The faults of the file, one sentence each.
  private(set) var warnings: [String] = []

  /// Reads the settings file of the user whose environment is given.
  init(environment: [String: String]) {
    let directories = UserDirectories(environment: environment)
    guard let file = try? SettingsFile(in: directories) else { return }
    path = file.path
    do {
      let (stored, notices) = try file.read()
      warnings = notices.map { "\($0)" }
      let library = TuningLibrary(directory: try? SettingsDirectory(in: directories))
      for key in SettingKey.allCases {
        guard let value = stored[key] else { continue }
        take(value, key, library)
      }
    } catch {
      warnings = ["\(error)"]
    }
  }

  private mutating func take(_ value: StoredValue, _ key: SettingKey, _ library: TuningLibrary) {
    // A Scala file can't be stored as a value, but a command can read it.
    if key == .temperament, case .text(let text) = value, Temperament.isScalaFile(text) {
      values[key] = text
      return
    }
    var settings = TunerSettings()
    if let diagnostic = settings.set(key, to: value) {
      warnings.append("\(path): \(diagnostic)")
      return
    }
    let text = settings[key].plain
    if key == .a4, value != settings[key] {
      warnings.append(
        "\(path): a4 is set in hundredths of a hertz, so \(text) counts instead of \(value).")
    }
    if key == .stringOffsets, (try? StringOffsets(text)) == nil {
      let diagnostic = SettingDiagnostic(
        key: key, value: value, instead: TunerSettings()[key])
      warnings.append("\(path): \(diagnostic)")
      return
    }
    if key == .selectedTuningID, !library.contains(text) {
      let diagnostic = SettingDiagnostic(
        key: key, value: value, instead: TunerSettings()[key])
      warnings.append("\(path): \(diagnostic)")
      return
    }
    values[key] = text
  }
}

extension StoredValue {
  /// The value as on the command line: text without quotes.
  var plain: String {
    if case .text(let text) = self { text } else { description }
  }
}

extension SettingSources {
  /// Returns the values of the command line and the environment, as the settings file would store
  /// them.
  ///
  /// They leave out the scale of a Scala file, because no name in a file stands for it, and the
  /// tuning, because one that is written as notes has no id.
  ///
  /// - Returns: the values.
  /// - Throws: `SettingError` for a temperament or a value of the screen that is not valid.
  package func overrides() throws(SettingError) -> StoredSettings {
    var overrides: StoredSettings = [:]
    for name in Name.allCases {
      guard let key = name.key, origin(name) == .flag || origin(name) == .environment else {
        continue
      }
      let text = text(name)
      switch key {
      case .selectedTuningID: continue
      case .enableHapticFeedback, .leftHanded:
        overrides[key] = Bool(text).map { .flag($0) } ?? .text(text)
      case .temperament:
        let temperament = try temperament()
        guard (try? Temperament(named: temperament.name)) == temperament else { continue }
        overrides[key] = .text(temperament.name)
      case .themeMode, .notation, .feedback, .stringOffsets:
        overrides[key] = .text(text)
      case .noiseGateThreshold, .frequencyUpdateRate, .a4, .tolerance, .hysteresis,
        .confirmationHold:
        overrides[key] = Double(text).map { .number($0) } ?? .text(text)
      }
      var settings = TunerSettings()
      if name.isForScreens, let value = overrides[key], settings.set(key, to: value) != nil {
        throw refusal(of: name, key.remedy)
      }
    }
    return overrides
  }
}

extension SettingsDirectory {
  /// Finds the directory of the user who runs this program.
  ///
  /// - Throws: `TuningLibraryError.noHome` when no variable gives the directory.
  package init() throws(TuningLibraryError) {
    try self.init(environment: ProcessInfo.processInfo.environment)
  }
}

extension TuningLibrary {
  /// Opens the library of the user who runs this program.
  package init() { self.init(directory: try? SettingsDirectory()) }
}
