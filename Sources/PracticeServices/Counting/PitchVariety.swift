// SPDX-License-Identifier: MIT

import Acoustics
import Glibc

/// The distribution of the steady time over the notes of the octave.
///
/// There are 24 windows of a semitone, each half a semitone after the one before. A note lies in
/// two windows, and wholly in one of them, at any reference pitch.
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

  /// Tells whether one note can lie in both windows.
  static func isSame(_ one: Int, _ other: Int) -> Bool {
    let distance = abs(one - other)
    return min(distance, count - distance) <= 1
  }
}
