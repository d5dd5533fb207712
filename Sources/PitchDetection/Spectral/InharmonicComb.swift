// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// How well a stiff string of one pitch explains the peaks of a spectrum.
///
/// Partials are looked for at f_n = n·√(f₁² + b·(n² − 1)), where f₁² and b follow the peaks that are
/// matched on the way up. A match counts by its evidence and how near it lies; a *hole*, a partial
/// far below its louder neighbour, counts against the pitch: every other partial of an octave too low
/// is a hole, and that is what tells the two apart. Peaks left unexplained count against it too.
struct InharmonicComb: ~Copyable {
  /// One pitch and what speaks for it.
  struct Score {
    var value = 0.0
    /// The share of the evidence that it explains.
    var explained = 0.0
    /// The first partial, refined by the match.
    var frequency = 0.0
    /// B, with f0² = f₁²/(1 + B).
    var inharmonicity = 0.0
    var matchedCount = 0
  }

  static let partialCapacity = 40
  private static let holeCost = 2.5
  private static let unexplainedCost = 0.6
  private static let leastGain = 0.2
  /// 6 dB, in log₂ of power.
  private static let leastDrop = 1.993
  /// A partial that is heard clearly is half a hole only: weak, but there.
  private static let clearEvidence = 1.5
  private static let clearHole = 0.5
  /// Small loudspeakers and pickups near a node swallow the first partial.
  private static let firstHole = 0.35
  /// How far a candidate may be off, as a share of it.
  ///
  /// As much as one partial says: where two modes of a first partial beat, it shows as two peaks beside its
  /// place, and either would lead the comb past all others.
  private static let candidateError = 0.015
  /// The higher partials are looked for where the lower ones put them.
  private static let fittedPartials = 16

  /// The highest frequency that is looked at, in hertz.
  let highest: Double
  /// Hertz from bin to bin.
  let binWidth: Double
  /// As how many teeth a comb counts before its first: so much is done for every one.
  private static let partialsToBegin = 6
  /// Teeth laid in this update.
  private(set) var partialCount = 0

  init(highest: Double, binWidth: Double) {
    self.highest = highest
    self.binWidth = binWidth
  }

  /// Starts an update.
  mutating func beginUpdate() { partialCount = 0 }

  /// Scores the pitch `candidate`, in hertz.
  ///
  /// - Parameters:
  ///   - candidate: the pitch, in hertz.
  ///   - peaks: the spectrum's peaks.
  ///   - levels: the level of each bin, log₂ of power.
  ///   - floor: the noise's level in each bin.
  ///   - native: 1 / window length, in hertz: how near two partials can be told apart.
  ///   - hum: the peaks that are lines of mains hum.
  ///   - least: what the value must be able to reach.
  /// - Returns: `nil` as soon as it can't.
  /// - Complexity: O(partials + peaks). Does not allocate.
  mutating func score(
    _ candidate: Double, in peaks: borrowing SpectralPeaks, levels: Span<Float>,
    floor: Span<Float>, native: Double, hum: MainsHum, least: Double
  ) -> Score? {
    partialCount += Self.partialsToBegin
    let typical = TypicalInharmonicity.coefficient(at: candidate)
    var fit = InharmonicFit(
      squaredFrequency: candidate * candidate, inharmonicity: typical,
      spread: typical + 3e-5, error: Self.candidateError)
    let slope = 4 / native
    let binsPerHertz = 1 / binWidth
    var (value, explained) = (0.0, 0.0)
    // Of a string's peaks and of the mains' lines; the second may be no matter of this pitch.
    var explainedLines = 0.0
    var (matched, last, previous, first) = (0, 0, -1, 0)
    // Holes up to the partial before this one, and up to the last that was matched: a comb ends there.
    var (holes, holesToLast) = (0.0, 0.0)
    var (levelBefore, level, levelNext) = (-200.0, -200.0, -200.0)
    var (cost, costNext) = (0.0, 0.0)
    var number = 1
    while number <= Self.partialCapacity {
      let frequency = Double(number) * max(fit.squared(number), 1).squareRoot()
      if frequency > highest { break }
      partialCount += 1
      let tolerance = min(
        0.3 * candidate, 0.6 * native + (matched < 2 ? 0.014 : 0.004) * frequency)
      while first < peaks.count, peaks.list[first].frequency < frequency - tolerance { first += 1 }
      var (best, bestGain) = (-1, 0.0)
      var index = first
      while index < peaks.count, peaks.list[index].frequency <= frequency + tolerance {
        if index != previous {
          let miss = (peaks.list[index].frequency - frequency) / tolerance
          let gain = peaks.list[index].evidence * (1 - 0.5 * miss * miss)
          if gain > bestGain { (best, bestGain) = (index, gain) }
        }
        index += 1
      }
      if best >= 0 {
        let peak = peaks.list[best]
        value += peak.weight * bestGain
        if hum.isLine(best) {
          explainedLines += peak.evidence * peak.weight
        } else {
          explained += peak.evidence * peak.weight
        }
        matched += 1
        previous = best
        levelNext = peak.level
        costNext = peak.evidence > Self.clearEvidence ? Self.clearHole : 1
        if number <= Self.fittedPartials {
          fit.add(
            peak.frequency, as: number, slope: slope,
            weight: min(1, peak.evidence * peak.evidence))
        }
      } else {
        let bin = min(floor.count - 1, Int(frequency * binsPerHertz + 0.5))
        let noise = Double(floor[bin])
        levelNext = max(noise, min(Double(levels[bin]), noise + SpectralPeaks.prominence))
        costNext = 1
      }
      if number == 1 { costNext *= Self.firstHole }
      if number > 1 {
        let drop = max(levelBefore, levelNext) - level
        if drop > Self.leastDrop {
          holes +=
            cost * Self.depth(of: drop)
            * SpectralPeaks.weight(at: Double(number - 1) * candidate)
        }
        if last == number - 1 { holesToLast = holes }
      }
      // A peak that says next to nothing is no end of a comb, behind which holes do not count.
      if bestGain > Self.leastGain { last = number }
      (levelBefore, level, cost) = (level, levelNext, costNext)
      let above = peaks.evidence(from: first)
      let missed = max(0, peaks.totalEvidence - hum.evidence - explained - above)
      if value + above - Self.holeCost * holesToLast - Self.unexplainedCost * missed < least {
        return nil
      }
      number += 1
      if first >= peaks.count, last < number - 1 { break }
    }
    guard last > 0 else { return nil }
    if last == number - 1, levelBefore - level > Self.leastDrop {
      holesToLast =
        holes + cost * Self.depth(of: levelBefore - level)
        * SpectralPeaks.weight(at: Double(last) * candidate)
    } else if last == number - 1 {
      holesToLast = holes
    }
    let frequency = max(fit.f1Squared, 1).squareRoot()
    let excused = hum.excused(for: frequency)
    if excused == 0 { explained += explainedLines }
    let total = peaks.totalEvidence - excused
    return Score(
      value: value - Self.holeCost * holesToLast - Self.unexplainedCost * max(0, total - explained),
      explained: total > 0 ? explained / total : 0, frequency: frequency,
      inharmonicity: fit.b / max(fit.f1Squared, 1), matchedCount: matched)
  }

  /// How deep a hole is that lies `drop` under its louder neighbour: 0 at 6 dB, 1 from 26 on.
  private static func depth(of drop: Double) -> Double {
    min(1, (drop - leastDrop) * (SpectralPeaks.decibels / 20))
  }
}
