// SPDX-License-Identifier: MIT

import Terminal

/// An error in the value of a setting that a flag, a variable or the settings file gave.
package struct SettingError: UsageError, Hashable {
  /// The setting.
  package let setting: SettingSources.Name
  /// A sentence with the place of the value, the fault and the remedy.
  package let description: String
}

extension SettingSources {
  /// Returns an error that names the place and the text of a setting.
  ///
  /// - Parameters:
  ///   - name: the setting.
  ///   - problem: the fault and the remedy.
  /// - Returns: the error.
  func refusal(of name: Name, _ problem: String) -> SettingError {
    SettingError(setting: name, description: "\(place(name)) \(quoted(name)): \(problem)")
  }

  /// Returns an error that names the place of a setting, where `problem` quotes the value itself.
  ///
  /// - Parameters:
  ///   - name: the setting.
  ///   - problem: the fault and the remedy.
  /// - Returns: the error.
  func unquotedRefusal(of name: Name, _ problem: String) -> SettingError {
    SettingError(setting: name, description: "\(place(name)): \(problem)")
  }

  /// Returns the text of a setting in quotes, without control characters.
  ///
  /// A long text is cut, so that the remedy after it stays visible.
  private func quoted(_ name: Name) -> String {
    let text = printable(text(name))
    return text.count > 80 ? "\"\(text.prefix(80))…\"" : "\"\(text)\""
  }
}
