// SPDX-License-Identifier: MIT

import Terminal

extension SettingSources {
  /// Refuses the settings ``Name/forOneString``, except for values that strokes have anyway.
  ///
  /// - Parameter command: the option or the command that measures strokes.
  /// - Throws: `SettingError`, which names the flag or the variable and the remedy.
  package func refuseForStrum(by command: String = "--strum") throws(SettingError) {
    for name in Name.forOneString where isChosen(name) {
      switch name {
      case .string:
        if text(.string) == "auto" { continue }
        throw refusal(
          of: .string,
          "\(command) measures all strings at once. "
            + (command == "--strum" ? "Leave one of the two out." : "Leave this out."))
      case .pitch:
        if text(.pitch) == "partial" { continue }
        throw refusal(of: .pitch, "\(command) reads the first partials. Use --pitch partial.")
      default:
        throw unquotedRefusal(
          of: name, "\(command) measures every string with an engine of its own. Leave this out.")
      }
    }
  }

  /// Returns true if the command line or the environment gives a setting.
  ///
  /// A value in the settings file does not count, because the file serves all commands.
  func isChosen(_ name: Name) -> Bool {
    origin(name) == .flag || origin(name) == .environment
  }
}

extension SettingSources.Name {
  /// The settings for the pitch of a single string, which have no effect on strokes.
  static let forOneString: [Self] = [.detector, .minHz, .maxHz, .hysteresis, .string, .pitch]
}
