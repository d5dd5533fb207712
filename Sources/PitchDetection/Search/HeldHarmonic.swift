// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// Holds the pitch of a touched harmonic against the damped partials of its open string.
///
/// A finger that touches a string at a node leaves every second, third or fourth partial. The others
/// are 10 to 40 dB weaker and appear when the noise of the attack has decayed, so the comb of the
/// open string explains more and more. A note has one pitch: a part of the tracked pitch replaces it
/// only where the partials that the part adds are nearly as strong as those that both have.
enum HeldHarmonic {
  // | name             | unit | source                                                            |
  // | ---------------- | ---- | ----------------------------------------------------------------- |
  // | heldSeconds      | s    | errors of an attack are shorter                                   |
  // | leastAdded       | log₂ | −18 dB: strings without a first partial add stronger ones         |
  // | laterSeconds     | s    | most errors of an attack are corrected by then …                  |
  // | leastAddedLater  | log₂ | … and the limit rises to −9 dB                                    |
  // | longSeconds      | s    | all are corrected by then …                                       |
  // | leastAddedLong   | log₂ | … and the limit rises to −3 dB, since a harmonic decays faster    |
  // |                  |      | than its open string                                              |
  // | uncertainSeconds | s    | until then any confidence holds: the comb of a harmonic of a      |
  // |                  |      | stiff string explains little beside that of the open string …     |
  // | leastConfident   | 1    | … and after it this confidence, so that a decayed string is       |
  // |                  |      | recognised again                                                  |
  // | highestPart      | 1    | harmonics up to the fifth are played                              |
  // | highestNumber    | 1    | higher partials of stiff strings lie between those of the part    |
  // | sameRatio        | 1    | stretch of the fifth partial of a stiff string                    |
  // | tolerance        | 1    | distance of a peak from a partial, in partials                    |
  private static let heldSeconds = 0.03
  private static let leastAdded = -6.0
  private static let laterSeconds = 0.05
  private static let leastAddedLater = -3.0
  private static let longSeconds = 0.2
  private static let leastAddedLong = -1.0
  private static let uncertainSeconds = 1.2
  private static let leastConfident = 0.2
  private static let highestPart = 5.0
  private static let highestNumber = 12.0
  private static let sameRatio = 0.035
  private static let tolerance = 0.12
  /// The level below any peak, log₂ of power.
  private static let silence = -200.0

  /// Returns true where a pitch is no more than a part of the tracked pitch.
  ///
  /// - Parameters:
  ///   - score: the comb of the pitch.
  ///   - tracked: the pitch of the last update.
  ///   - peaks: the peaks of the spectrum.
  /// - Returns: false also for a pitch that is no part, and before the tracked pitch has lasted.
  /// - Complexity: O(peaks).
  static func isWeakPart(
    _ score: InharmonicComb.Score, of tracked: TrackedPitch, in peaks: borrowing SpectralPeaks
  ) -> Bool {
    guard tracked.unbroken >= heldSeconds,
      tracked.unbroken < uncertainSeconds || tracked.confidence >= leastConfident
    else { return false }
    let ratio = tracked.frequency / score.frequency
    let part = ratio.rounded()
    guard part >= 2, part <= highestPart, abs(ratio / part - 1) < sameRatio else { return false }
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
      if nearest.truncatingRemainder(dividingBy: part) == 0 {
        shared = max(shared, peak.level)
      } else {
        added = max(added, peak.level)
        hasFirst = hasFirst || nearest == 1
      }
    }
    return added < shared + leastAdded(after: tracked.unbroken, hasFirst: hasFirst)
  }

  /// Returns the least difference of levels at which a part replaces the tracked pitch.
  ///
  /// - Parameters:
  ///   - seconds: the time for which the tracked pitch has lasted.
  ///   - hasFirst: true where the first partial of the part is among the added ones.
  /// - Returns: the level of the added partials less that of the shared ones, log₂ of power.
  private static func leastAdded(after seconds: Double, hasFirst: Bool) -> Double {
    if hasFirst, seconds >= longSeconds { return leastAddedLong }
    return seconds >= laterSeconds ? leastAddedLater : leastAdded
  }
}
