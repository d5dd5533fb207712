// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// Scores how well a stiff string of one pitch explains the peaks of a spectrum.
///
/// The comb predicts its partials at f_n = n·√(f₁² + b·(n² − 1)), where f₁² and b are updated with
/// each matching peak, from low to high. A match counts by its evidence and its distance. A *hole*,
/// a partial far below its louder neighbour, counts against the pitch. So do unexplained peaks. A
/// pitch an octave too low has a hole at every second partial, which distinguishes it from the true
/// one.
struct InharmonicComb: ~Copyable {
  /// The score of one pitch.
  struct Score {
    /// The evidence for the pitch, less its holes and the peaks that it leaves unexplained.
    var value = 0.0
    /// The share of the evidence that it explains.
    var explained = 0.0
    /// The first partial, refined by the match, in hertz.
    var frequency = 0.0
    /// The coefficient B, with f0² = f₁²/(1 + B).
    var inharmonicity = 0.0
    /// The number of partials that match a peak.
    var matchedCount = 0
  }

  /// The most partials of a comb.
  static let partialCapacity = 40
  /// The fixed cost of a comb, in partials.
  private static let partialsToBegin = 6

  /// The highest analysed frequency, in hertz.
  let highest: Double
  /// The distance of two bins, in hertz.
  let binWidth: Double
  /// The number of partials that all combs of this update have predicted.
  private(set) var partialCount = 0

  /// Prepares for spectra up to `highest` hertz with bins of `binWidth` hertz.
  init(highest: Double, binWidth: Double) {
    self.highest = highest
    self.binWidth = binWidth
  }

  /// Begins an update.
  mutating func beginUpdate() { partialCount = 0 }

  /// Scores a candidate.
  ///
  /// - Parameters:
  ///   - candidate: the pitch, in hertz.
  ///   - peaks: the peaks of the spectrum.
  ///   - levels: the level of each bin, log₂ of power.
  ///   - floor: the level of the noise in each bin.
  ///   - native: 1 / window length, in hertz.
  ///   - hum: the peaks that are lines of mains hum.
  ///   - least: the value that the score must be able to reach.
  /// - Returns: the score; `nil` if it cannot reach `least`.
  /// - Complexity: O(partials + peaks). Does not allocate.
  mutating func score(
    _ candidate: Double, in peaks: borrowing SpectralPeaks, levels: Span<Float>,
    floor: Span<Float>, native: Double, hum: MainsHum, least: Double
  ) -> Score? {
    partialCount += Self.partialsToBegin
    var match = CombMatch(candidate, native: native)
    let binsPerHertz = 1 / binWidth
    var number = 1
    while number <= Self.partialCapacity {
      let frequency = match.frequency(of: number)
      if frequency > highest { break }
      partialCount += 1
      if let (index, gain) = match.peak(near: frequency, in: peaks) {
        match.add(peaks.list[index], at: index, gain: gain, as: number, isHum: hum.isLine(index))
      } else {
        let bin = min(floor.count - 1, Int(frequency * binsPerHertz + 0.5))
        match.addMissing(level: Double(levels[bin]), floor: Double(floor[bin]))
      }
      match.closeHole(before: number)
      let above = peaks.evidence(from: match.firstPeak)
      if match.bound(above: above, total: peaks.totalEvidence - hum.evidence) < least {
        return nil
      }
      number += 1
      if match.firstPeak >= peaks.count, match.last < number - 1 { break }
    }
    return match.score(ending: number - 1, in: peaks, hum: hum)
  }
}
