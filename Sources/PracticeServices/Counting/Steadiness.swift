// SPDX-License-Identifier: MIT

import Acoustics

/// Follows the pitch from reading to reading, and tells the time in which it stays.
struct Steadiness {
  /// A stretch of clear readings, each near the one before.
  private struct Stretch {
    var pitch: Hertz
    var position: SamplePosition
    var readings = 1
    /// The time that counts as steady once the stretch has enough readings, in samples.
    var pending: Int64 = 0
  }

  private let rules: PracticeRules
  private let comparisonSamples: Int64
  private var stretch: Stretch?

  init(rules: PracticeRules, sampleRate: SampleRate) {
    self.rules = rules
    // Updates fall on whole samples: a little less than the time, so that rounding skips none.
    comparisonSamples = Int64(0.9 * rules.comparison * Double(sampleRate.hertz))
  }

  /// Takes in a clear reading that stands for so many samples.
  ///
  /// - Returns: how many samples it shows to be steady, its own and those it completes a stretch of.
  mutating func take(_ pitch: Hertz, at position: SamplePosition, samples: Int64) -> Int64 {
    var next = stretch ?? Stretch(pitch: pitch, position: position)
    if position.distance(from: next.position) >= comparisonSamples {
      if pitch.interval(above: next.pitch).magnitude.value <= rules.steadyStep {
        next.pitch = pitch
        next.position = position
        next.readings += 1
      } else {
        next = Stretch(pitch: pitch, position: position)
      }
    }
    next.pending += samples
    var steady: Int64 = 0
    if next.readings >= rules.steadyReadings {
      steady = next.pending
      next.pending = 0
    }
    stretch = next
    return steady
  }

  /// Takes in a reading that is not clear.
  mutating func interrupt() { stretch = nil }
}
