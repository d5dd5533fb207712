// SPDX-License-Identifier: MIT

/// Limits of the windows, which callers use.
extension StrumEngine {
  /// The silence after which any sound is an onset, in seconds.
  ///
  /// It lasts at least 16 ms, the shortest distance at which the engine compares energies, and
  /// contains whole blocks of onsets at 48 kHz.
  package static let silenceSeconds = 0.128

  /// The time after an onset that no window contains, in seconds.
  package static var attackSeconds: Double { StrumWindows.attack }

  /// Returns the length of the longest window of an update.
  ///
  /// - Parameter age: the time since the last onset, in seconds.
  /// - Returns: the length in seconds.
  package static func longestWindow(after age: Double) -> Double {
    StrumWindows.longest(after: age)
  }
}
