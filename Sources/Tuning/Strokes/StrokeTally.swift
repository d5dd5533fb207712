// SPDX-License-Identifier: MIT

internal import Acoustics

/// The updates of one string in a stroke.
struct StrokeTally: Hashable, Sendable {
  // | name       | unit | source                                                             |
  // | ---------- | ---- | ------------------------------------------------------------------ |
  // | tolerated  | 1    | a sigma over the smallest; set, not fitted                         |
  // | leastShare | 1    | least share of the early updates with a measurement in which a     |
  // |            |      | string sounds; notes an octave away from it sound in an eighth of  |
  // |            |      | theirs, palm-muted strings in more than a quarter                  |
  private static let tolerated = 2.0
  private static let leastShare = 0.2

  private var soundingCount = 0
  private var measuredCount = 0
  private var silentCount = 0
  private var lateCount = 0
  private var smallest = Double.infinity
  private var chosen: StringReading?
  private var mean = ReadingMean()

  /// Counts an early update in which the string was measured, answered or not.
  mutating func countMeasurement() { measuredCount += 1 }

  /// Discards the counts and the mean, but not the chosen reading: a string that ends before
  /// another update keeps it.
  mutating func beginCounts() {
    (soundingCount, measuredCount, silentCount, lateCount) = (0, 0, 0, 0)
    mean = ReadingMean()
  }

  /// Counts the state of an answered update.
  ///
  /// - Parameters:
  ///   - state: the state of the string.
  ///   - isLater: true after the first answered updates.
  mutating func count(_ state: StringReading.State, isLater: Bool) {
    switch state {
    case .sounding where isLater: lateCount += 1
    case .sounding: soundingCount += 1
    case .silent where !isLater: silentCount += 1
    case .silent, .unclear: break
    }
  }

  /// Chooses a reading if it is better than the previous one.
  ///
  /// A reading that lowers the smallest sigma is always chosen, so the chosen one never exceeds the
  /// tolerated sigma.
  ///
  /// - Parameters:
  ///   - reading: the reading of an update.
  ///   - isSteady: true if the mean includes it.
  mutating func choose(_ reading: StringReading, isSteady: Bool) {
    guard reading.state == .sounding, let sigma = reading.sigma?.value, sigma >= 0, sigma.isFinite
    else { return }
    smallest = min(smallest, sigma)
    if sigma <= Self.tolerated * smallest { chosen = reading }
    if isSteady { mean.add(reading) }
  }

  /// Returns the reading of a stroke.
  ///
  /// - Parameters:
  ///   - count: the number of first answered updates.
  ///   - later: the number of those after them; 0 if they last less than half a second.
  /// - Returns: the mean reading of a string that sounds; only the state of any other.
  func reading(of count: Int, later: Int) -> StringReading {
    let isCertain = Double(soundingCount) >= Self.leastShare * Double(measuredCount)
    let isHeard =
      (2 * soundingCount >= count && isCertain) || (later > 0 && 2 * lateCount >= later)
    if isHeard, let chosen { return mean.reading(like: chosen) }
    return .unmeasured(2 * silentCount > count ? .silent : .unclear)
  }
}
