// SPDX-License-Identifier: MIT

import Acoustics

/// Follows the pitch from reading to reading, and measures the time in which it is steady.
struct Steadiness {
  /// A stretch of clear readings, each close in pitch to the one before.
  private struct Stretch {
    var pitch: Hertz
    var position: SamplePosition
    var readings = 1
    /// The time that becomes steady once the stretch has enough readings, in samples.
    var pending: Int64 = 0
  }

  private let rules: PracticeRules
  private let comparisonSamples: Int64
  private var stretch: Stretch?

  init(rules: PracticeRules, sampleRate: SampleRate) {
    self.rules = rules
    // Updates are rounded to whole samples. Slightly less than the time keeps rounding from
    // skipping one.
    comparisonSamples = Int64(0.9 * rules.comparison * Double(sampleRate.hertz))
  }

  /// Adds a clear reading that stands for a number of samples.
  ///
  /// - Returns: the samples that are now known to be steady, earlier samples of the stretch
  ///   included.
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

  /// Ends the stretch at a reading that is not clear.
  mutating func interrupt() { stretch = nil }
}
