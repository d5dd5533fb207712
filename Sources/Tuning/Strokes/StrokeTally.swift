// SPDX-License-Identifier: MIT

internal import Acoustics

/// The updates of one string in a stroke.
struct StrokeTally: Hashable, Sendable {
  // | name             | unit | source                                                       |
  // | ---------------- | ---- | ------------------------------------------------------------ |
  // | tolerated        | 1    | a sigma over the smallest; set, not fitted                   |
  // | disturbed        | 1    | a sigma over the third smallest that no reading of the mean  |
  // |                  |      | has: where a sound card loses samples, sigmas rise a         |
  // |                  |      | hundredfold; set                                             |
  // | leastShare       | 1    | least share of the early updates with a measurement in which |
  // |                  |      | a string sounds; notes an octave away from it sound in an    |
  // |                  |      | eighth of theirs, palm-muted strings in more than a quarter  |
  // | leastHeard       | s    | least time for which a string sounds before later strings    |
  // |                  |      | begin; twice the time from string to string in a slow        |
  // |                  |      | stroke; set                                                  |
  // | leastSilentShare | 1    | least share of the later updates in which a doubtful string  |
  // |                  |      | is silent; set                                               |
  // | playedConfidence | 1    | confidence that partials of other strings do not reach: they |
  // |                  |      | had 0.96 at most (0227)                                      |
  private static let tolerated = 2.0
  private static let disturbed = 10.0
  private static let leastShare = 0.2
  private static let leastHeard = 0.3
  private static let leastSilentShare = 0.9
  private static let playedConfidence = 0.98

  var steadiness = StringSteadiness()
  private var soundingCount = 0
  private var measuredCount = 0
  private var silentCount = 0
  private var (lateCount, silentLateCount) = (0, 0)
  /// The three smallest sigmas, in cents.
  private var (smallest, second, third) = (Double.infinity, Double.infinity, Double.infinity)
  private var highestConfidence = 0.0
  private var chosen: StringReading?
  private var mean = ReadingMean()
  /// The time for which the string was heard before the newest onset, in seconds.
  private var heardSeconds = 0.0
  /// The chosen reading of that time.
  private var heard: StringReading?

  /// Counts an early update in which the string was measured, answered or not.
  mutating func countMeasurement() { measuredCount += 1 }

  /// Discards the counts and the mean at the onset of a later string, but not the chosen reading: a
  /// string that ends before another update keeps it.
  ///
  /// A string that was heard until then counts as heard: the later string may mask it.
  ///
  /// - Parameters:
  ///   - count: the number of answered updates since the counts began.
  ///   - seconds: the time since then.
  mutating func beginCounts(after count: Int, lasting seconds: Double) {
    if soundingCount > 0, isHeard(in: count) {
      (heardSeconds, heard) = (heardSeconds + seconds, chosen)
    }
    (soundingCount, measuredCount, silentCount) = (0, 0, 0)
    (lateCount, silentLateCount) = (0, 0)
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
    case .silent where isLater: silentLateCount += 1
    case .silent: silentCount += 1
    case .unclear: break
    }
  }

  /// Chooses a reading if it is better than the previous one.
  ///
  /// A reading that lowers the smallest sigma is always chosen, so the chosen one never exceeds the
  /// tolerated sigma.
  ///
  /// - Parameters:
  ///   - reading: the reading of an update.
  ///   - isSteady: true if the mean includes it, unless its sigma shows a disturbance.
  mutating func choose(_ reading: StringReading, isSteady: Bool) {
    guard reading.state == .sounding, let sigma = reading.sigma?.value, sigma >= 0, sigma.isFinite
    else { return }
    remember(sigma)
    highestConfidence = max(highestConfidence, reading.confidence)
    if sigma <= Self.tolerated * smallest { chosen = reading }
    // One tiny sigma may be chance, three are not.
    let isDisturbed = sigma > Self.disturbed * max(third, ReadingMean.leastSigma)
    if isSteady, !isDisturbed { mean.add(reading) }
  }

  private mutating func remember(_ sigma: Double) {
    if sigma < smallest {
      (smallest, second, third) = (sigma, smallest, second)
    } else if sigma < second {
      (second, third) = (sigma, second)
    } else {
      third = min(third, sigma)
    }
  }

  /// Returns the reading of a stroke.
  ///
  /// - Parameters:
  ///   - count: the number of first answered updates.
  ///   - later: the number of those after them; 0 if they last less than half a second.
  /// - Returns: the mean reading of a string that sounds; only the state of any other.
  func reading(of count: Int, later: Int) -> StringReading {
    let isHeardLate = later > 0 && 2 * lateCount >= later
    if isHeard(in: count) && !isSilentLater(in: later) || isHeardLate, let chosen {
      return mean.reading(like: chosen)
    }
    if heardSeconds >= Self.leastHeard, let heard { return heard }
    return .unmeasured(2 * silentCount > count && heard == nil ? .silent : .unclear)
  }

  /// Returns true if the later updates show that the early ones heard partials of other strings.
  ///
  /// Their windows are long enough to tell a string from the partials of a lower one. A string that
  /// is damped was heard with more confidence before.
  private func isSilentLater(in later: Int) -> Bool {
    later > 0 && highestConfidence < Self.playedConfidence
      && Double(silentLateCount) >= Self.leastSilentShare * Double(later)
  }

  private func isHeard(in count: Int) -> Bool {
    2 * soundingCount >= count
      && Double(soundingCount) >= Self.leastShare * Double(measuredCount)
  }
}
