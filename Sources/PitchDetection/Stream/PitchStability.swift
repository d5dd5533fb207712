// SPDX-License-Identifier: MIT

/// Measures for how long a pitch has stayed the same.
///
/// The pitch of noise changes within a few updates; that of a string lasts.
struct PitchStability {
  /// The largest change from one update to the next that is not a break, as a share of the pitch.
  private static let largestStep = 0.03
  /// The largest distance from the slow mean that is still the same pitch, as a share of the mean.
  private static let largestDrift = 0.01

  /// The time for which every update stayed near the one before, in seconds.
  private(set) var unbroken = 0.0
  private var steadyTime = SteadyTime()
  private var last = 0.0

  /// The time for which every update stayed near the slow mean, in seconds.
  var steady: Double { steadyTime.seconds }

  /// Returns the stability after another update in the best case.
  ///
  /// - Parameter seconds: the time from this update to that one.
  /// - Returns: the durations that hold if the pitch stays the same.
  func atBest(after seconds: Double) -> PitchStability {
    var best = self
    best.unbroken += seconds
    best.steadyTime = steadyTime.atBest(after: seconds)
    return best
  }

  /// Adds the pitch of an update.
  ///
  /// - Parameters:
  ///   - frequency: the pitch, in hertz.
  ///   - seconds: the time since the last update.
  mutating func add(_ frequency: Double, after seconds: Double) {
    let isNear = last > 0 && abs(frequency / last - 1) < Self.largestStep
    unbroken = isNear ? unbroken + seconds : 0
    steadyTime.add(frequency, after: seconds, within: Self.largestDrift)
    last = frequency
  }
}
