// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// Holds the pitch of a touched harmonic against the damped partials of its open string.
///
/// A finger that touches a string at a node leaves only every second, third or fourth partial. The
/// others are 10 to 40 dB weaker and appear when the noise of the attack has decayed, so the comb
/// of the open string explains more and more. A fraction of the tracked pitch (a half, third, …)
/// therefore replaces it only if the partials that the fraction adds are nearly as strong as the
/// shared ones.
enum TouchedHarmonic {
  // | name             | unit | source                                                          |
  // | ---------------- | ---- | --------------------------------------------------------------- |
  // | heldSeconds      | s    | errors of an attack are shorter                                 |
  // | leastAdded       | log₂ | −18 dB: strings without a first partial add stronger ones       |
  // | laterSeconds     | s    | time after which `leastAddedLater` applies: most errors of an   |
  // |                  |      | attack are corrected by then                                    |
  // | leastAddedLater  | log₂ | −9 dB                                                           |
  // | longSeconds      | s    | time after which `leastAddedLong` applies: all errors of an     |
  // |                  |      | attack are corrected by then                                    |
  // | leastAddedLong   | log₂ | −3 dB, because a harmonic decays faster than its open string    |
  // | uncertainSeconds | s    | until then the tracked pitch is kept at any confidence, because |
  // |                  |      | the comb of a stiff harmonic explains little in the presence of |
  // |                  |      | the open string's                                               |
  // | leastConfident   | 1    | least confidence after that time, so that a decayed string is   |
  // |                  |      | recognised again                                                |
  // | largestDivisor   | 1    | harmonics up to the fifth are played; lower combs match the     |
  // |                  |      | modes of a body                                                 |
  // | highestNumber    | 1    | higher partials of stiff strings lie between those of the       |
  // |                  |      | fraction                                                        |
  // | sameRatio        | 1    | stretch of the fifth partial of a stiff string                  |
  // | tolerance        | 1    | distance of a peak from a partial, in partials                  |
  private static let heldSeconds = 0.03
  private static let leastAdded = -6.0
  private static let laterSeconds = 0.05
  private static let leastAddedLater = -3.0
  private static let longSeconds = 0.2
  private static let leastAddedLong = -1.0
  private static let uncertainSeconds = 1.2
  private static let leastConfident = 0.2
  private static let largestDivisor = 12.0
  private static let highestNumber = 12.0
  private static let sameRatio = 0.035
  private static let tolerance = 0.12
  /// The level below any peak, log₂ of power.
  private static let silence = -200.0

  /// Returns true if a pitch is only a fraction of the tracked pitch.
  ///
  /// - Parameters:
  ///   - score: the comb of the pitch.
  ///   - tracked: the pitch of the last update.
  ///   - peaks: the peaks of the spectrum.
  /// - Returns: false also for a pitch that is not a fraction, and before the tracked pitch has
  ///   lasted for `heldSeconds`.
  /// - Complexity: O(peaks).
  static func isWeakFraction(
    _ score: InharmonicComb.Score, of tracked: TrackedPitch, in peaks: borrowing SpectralPeaks
  ) -> Bool {
    guard tracked.unbroken >= heldSeconds,
      tracked.unbroken < uncertainSeconds || tracked.confidence >= leastConfident
    else { return false }
    let ratio = tracked.frequency / score.frequency
    let divisor = ratio.rounded()
    guard divisor >= 2, divisor <= largestDivisor, abs(ratio / divisor - 1) < sameRatio else {
      return false
    }
    var (added, shared) = (silence, silence)
    var hasFirst = false
    for index in 0..<peaks.count {
      let peak = peaks.list[index]
      let place = peak.frequency / score.frequency
      let number = place / (1 + score.inharmonicity * place * place).squareRoot()
      let nearest = number.rounded()
      guard nearest >= 1, nearest <= highestNumber, abs(number - nearest) < tolerance else {
        continue
      }
      if nearest.truncatingRemainder(dividingBy: divisor) == 0 {
        shared = max(shared, peak.level)
      } else {
        added = max(added, peak.level)
        hasFirst = hasFirst || nearest == 1
      }
    }
    return added < shared + leastAdded(after: tracked.unbroken, hasFirst: hasFirst)
  }

  /// Returns the least difference of levels at which a fraction replaces the tracked pitch.
  ///
  /// - Parameters:
  ///   - seconds: the time for which the tracked pitch has lasted.
  ///   - hasFirst: true if the first partial of the fraction is among the added ones.
  /// - Returns: the level of the added partials minus that of the shared ones, log₂ of power.
  private static func leastAdded(after seconds: Double, hasFirst: Bool) -> Double {
    if hasFirst, seconds >= longSeconds { return leastAddedLong }
    return seconds >= laterSeconds ? leastAddedLater : leastAdded
  }
}
