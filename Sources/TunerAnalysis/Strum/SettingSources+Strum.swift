// SPDX-License-Identifier: MIT

import Terminal

extension SettingSources {
  /// Refuses settings for the pitch of a single string, which have no effect on strokes.
  ///
  /// - Parameter command: the option or the command that measures strokes.
  /// - Throws: `SettingError`, which names the flag or the variable and the remedy.
  package func refuseForStrum(by command: String = "--strum") throws(SettingError) {
    for name in [Name.detector, .minHz, .maxHz, .hysteresis] where isChosen(name) {
      throw unquotedRefusal(
        of: name, "\(command) measures every string with an engine of its own. Leave this out.")
    }
    if isChosen(.string), text(.string) != "auto" {
      throw refusal(
        of: .string,
        "\(command) measures all strings at once. "
          + (command == "--strum" ? "Leave one of the two out." : "Leave this out."))
    }
    if isChosen(.pitch), text(.pitch) != "partial" {
      throw refusal(of: .pitch, "\(command) reads the first partials. Use --pitch partial.")
    }
  }

  /// Returns true if the command line or the environment gives a setting.
  ///
  /// A value in the settings file does not count, because the file serves all commands.
  func isChosen(_ name: Name) -> Bool {
    origin(name) == .flag || origin(name) == .environment
  }
}
