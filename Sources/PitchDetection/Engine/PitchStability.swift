// SPDX-License-Identifier: MIT

/// How long a pitch has stayed where it is: noise has a pitch for a moment, a string keeps its own.
struct PitchStability {
  /// What still counts as going on from one update to the next, as a share of the pitch.
  private static let step = 0.03
  /// What still counts as the same pitch in the long run.
  private static let drift = 0.01
  private static let seconds = 0.1

  /// How long no update left the one before, in seconds.
  private(set) var unbroken = 0.0
  /// How long no update left the slow mean, in seconds.
  private(set) var steady = 0.0
  private var last = 0.0
  private var mean = 0.0

  mutating func forget() { self = PitchStability() }

  /// What it can have become by the next update, `seconds` on.
  func atBest(after seconds: Double) -> PitchStability {
    var best = self
    best.unbroken += seconds
    best.steady += seconds
    return best
  }

  /// Takes in the pitch of an update, in hertz, `seconds` after the last.
  mutating func add(_ frequency: Double, after seconds: Double) {
    let isNear = last > 0 && abs(frequency / last - 1) < Self.step
    unbroken = isNear ? unbroken + seconds : 0
    if mean > 0, abs(frequency / mean - 1) < Self.drift {
      steady += seconds
      mean += (frequency - mean) * min(1, seconds / Self.seconds)
    } else {
      steady = 0
      mean = frequency
    }
    last = frequency
  }
}
