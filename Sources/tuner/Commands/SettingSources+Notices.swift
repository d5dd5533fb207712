// SPDX-License-Identifier: MIT

import Terminal
import TunerAnalysis

extension SettingSources {
  /// Prints the notices about the settings on standard error.
  ///
  /// - Returns: the same settings.
  func reportingNotices() -> SettingSources {
    notices.forEach(StandardError.notice)
    return self
  }

  /// Replaces `auto` by what the notes of recordings determine, and prints it on standard error.
  ///
  /// - Parameters:
  ///   - search: the search for the tuning and A4.
  ///   - inputs: the recordings.
  ///   - isQuiet: true to print no choice.
  /// - Returns: settings without `auto`.
  /// - Throws: `SettingError` if the notes do not determine the values.
  func chosen(
    by search: TuningSearch, in inputs: BatchInputs, isQuiet: Bool
  ) throws(SettingError) -> SettingSources {
    let found = try search.resolved(self, by: inputs)
    if !isQuiet { found.choices.forEach(StandardError.notice) }
    found.notices.forEach(StandardError.notice)
    return found.sources
  }
}
