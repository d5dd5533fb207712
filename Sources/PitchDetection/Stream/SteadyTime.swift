// SPDX-License-Identifier: MIT

/// Measures for how long a pitch has stayed near its own slow mean.
struct SteadyTime {
  /// The time constant of the slow mean, in seconds.
  private static let meanSeconds = 0.1

  /// The time for which every update stayed near the slow mean, in seconds.
  private(set) var seconds = 0.0
  private var mean = 0.0

  /// Returns the time after another update, if the pitch stays the same.
  ///
  /// No update can give a longer time.
  func atBest(after elapsed: Double) -> SteadyTime {
    var best = self
    best.seconds += elapsed
    return best
  }

  /// Adds the pitch of an update.
  ///
  /// - Parameters:
  ///   - frequency: the pitch, in hertz.
  ///   - elapsed: the time since the last update, in seconds.
  ///   - drift: the largest distance from the mean that is still the same pitch, as a share of the
  ///     mean.
  mutating func add(_ frequency: Double, after elapsed: Double, within drift: Double) {
    if mean > 0, abs(frequency / mean - 1) < drift {
      seconds += elapsed
      mean += (frequency - mean) * min(1, elapsed / Self.meanSeconds)
    } else {
      seconds = 0
      mean = frequency
    }
  }
}
