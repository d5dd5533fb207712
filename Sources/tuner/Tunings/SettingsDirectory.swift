// SPDX-License-Identifier: MIT

import Foundation

/// Where a player's settings are kept: `$XDG_CONFIG_HOME/tuner`, else `~/.config/tuner`.
///
/// A variable that is empty or not an absolute path counts as not set (XDG Base Directory
/// Specification 0.8).
struct SettingsDirectory {
  /// The directory, whether or not it is there.
  let path: String

  /// Finds the directory.
  ///
  /// - Parameter environment: the process's variables.
  /// - Throws: `TuningLibraryError.noHome` when no variable says where it would be.
  init(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(TuningLibraryError) {
    let place = { (variable: String) in
      environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    if let directory = place("XDG_CONFIG_HOME") {
      path = directory + "/tuner"
    } else if let home = place("HOME") {
      path = home + "/.config/tuner"
    } else {
      throw .noHome
    }
  }

  /// The file that holds the settings.
  var settingsFile: String { path + "/settings.json" }

  /// The directory that holds the player's own tunings.
  var tuningsDirectory: String { path + "/tunings" }
}
