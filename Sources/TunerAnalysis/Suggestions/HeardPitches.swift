// SPDX-License-Identifier: MIT

import Acoustics
import Tuning

/// The distinct pitches of notes, in cents above A4, from low to high.
///
/// A string that is plucked ten times is one pitch.
struct HeardPitches: Sendable, Hashable {
  /// The largest distance between notes of one pitch, in cents: less than a semitone.
  private static let width = 70.0

  /// The pitches.
  let all: [Double]

  /// Merges frequencies.
  ///
  /// - Parameters:
  ///   - frequencies: the pitches of notes, in any order.
  ///   - reference: the frequency of A4.
  init(_ frequencies: [Hertz], reference: ReferencePitch) {
    var groups: [[Double]] = []
    for cents in frequencies.map({ $0.interval(above: reference.a4).value }).sorted() {
      if let first = groups.last?.first, cents - first <= Self.width {
        groups[groups.count - 1].append(cents)
      } else {
        groups.append([cents])
      }
    }
    all = groups.map { $0[$0.count / 2] }
  }
}
