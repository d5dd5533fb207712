// SPDX-License-Identifier: MIT

import Acoustics
import Glibc

/// Which notes of the octave the steady time went to.
///
/// Twenty-four windows of a semitone, each half a semitone behind the last: a note falls into two of
/// them, however the instrument is tuned, and into one of them whole.
struct PitchVariety {
  private static let step = 50.0
  private static let count = 24

  private var samples = [Int64](repeating: 0, count: count)
  private var total: Int64 = 0

  /// Takes in steady time at a pitch.
  mutating func add(_ count: Int64, at pitch: Hertz) {
    let cents = 1200 * log2(pitch.value / 440)
    guard count > 0, cents.isFinite else { return }
    let step = Int((cents / Self.step).rounded(.down))
    let first = ((step % Self.count) + Self.count) % Self.count
    samples[first] += count
    samples[(first + Self.count - 1) % Self.count] += count
    total += count
  }

  /// The window of the main note, and its share of all; `nil` when nothing was taken in.
  var main: (window: Int, share: Double)? {
    guard total > 0 else { return nil }
    var best = 0
    for window in samples.indices where samples[window] > samples[best] { best = window }
    return (best, Double(samples[best]) / Double(total))
  }

  /// Forgets everything.
  mutating func reset() {
    for window in samples.indices { samples[window] = 0 }
    total = 0
  }

  /// Tells whether a note could fall into both windows.
  static func isSame(_ one: Int, _ other: Int) -> Bool {
    let distance = abs(one - other)
    return min(distance, count - distance) <= 1
  }
}
