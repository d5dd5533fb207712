// SPDX-License-Identifier: MIT

/// The frequencies at which mains hum sounds: the mains of 50 and 60 Hz and their second harmonics.
enum MainsLine {
  /// The largest distance at which a reading of a short window may still be such a line, as a share
  /// of the line's frequency.
  static let shortWindowReach = 0.012

  /// The frequencies of the world's mains in hertz.
  static let mains = (50.0, 60.0)
  private static let frequencies: InlineArray<4, Double> = [50, 60, 100, 120]

  /// Returns true if a pitch lies near a line.
  ///
  /// - Parameters:
  ///   - frequency: the pitch, in hertz.
  ///   - reach: the largest distance, as a share of the line's frequency.
  /// - Returns: true within `reach` of 50, 60, 100 or 120 Hz.
  static func isNear(_ frequency: Double, within reach: Double = shortWindowReach) -> Bool {
    for index in frequencies.indices where abs(frequency / frequencies[index] - 1) < reach {
      return true
    }
    return false
  }
}
