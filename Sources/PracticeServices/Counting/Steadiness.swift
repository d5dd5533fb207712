// SPDX-License-Identifier: MIT

import Acoustics
import Glibc

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
    // Updates are rounded to whole samples, so the limit is slightly less than the time.
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

/// The distribution of the steady time over the notes of the octave.
///
/// There are 24 windows of a semitone, each half a semitone after the one before. A note lies in
/// two windows, and completely in one of them, at any reference pitch.
struct PitchVariety {
  private static let step = 50.0
  private static let count = 24

  private var samples = [Int64](repeating: 0, count: count)
  private var total: Int64 = 0

  /// Adds steady time at a pitch.
  mutating func add(_ count: Int64, at pitch: Hertz) {
    let cents = 1200 * log2(pitch.value / 440)
    guard count > 0, cents.isFinite else { return }
    let step = Int((cents / Self.step).rounded(.down))
    let first = ((step % Self.count) + Self.count) % Self.count
    samples[first] += count
    samples[(first + Self.count - 1) % Self.count] += count
    total += count
  }

  /// The window of the main note, and its share of the steady time; `nil` without steady time.
  var main: (window: Int, share: Double)? {
    guard total > 0 else { return nil }
    var best = 0
    for window in samples.indices where samples[window] > samples[best] { best = window }
    return (best, Double(samples[best]) / Double(total))
  }

  /// Removes all steady time.
  mutating func reset() {
    for window in samples.indices { samples[window] = 0 }
    total = 0
  }

  /// Returns true if one note can lie in both windows.
  static func isSame(_ one: Int, _ other: Int) -> Bool {
    let distance = abs(one - other)
    return min(distance, count - distance) <= 1
  }
}
