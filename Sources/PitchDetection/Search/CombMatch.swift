// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// The match of one comb with the peaks of a spectrum, partial by partial from the first.
struct CombMatch {
  // | name            | unit     | source                                                         |
  // | --------------- | -------- | -------------------------------------------------------------- |
  // | holeCost        | 1        | fitted on strings and chords: evidence that a hole costs       |
  // | unexplainedCost | 1        | share of the unexplained evidence, fitted on strings and       |
  // |                 |          | chords                                                         |
  // | leastGain       | 1        | gain of a clear peak; holes after the last one do not count    |
  // | leastDrop       | log₂     | 6 dB: drop at which a hole begins                              |
  // | fullDrop        | dB       | further drop at which a hole counts fully                      |
  // | clearEvidence   | 1        | evidence of a partial that is weak, but present                |
  // | clearHole       | 1        | cost of such a partial, as a share of a hole                   |
  // | firstHole       | 1        | small loudspeakers and pickups near a node lose the first      |
  // |                 |          | partial                                                        |
  // | candidateError  | 1        | a first partial that beats has two peaks next to its frequency |
  // | typicalSpread   | 1        | standard error of the typical B of a string, added to B itself |
  // | fittedPartials  | 1        | higher partials are expected where the lower ones predict them |
  // | resolution      | 1/native | standard error of a peak: a quarter of a native bin            |
  // | missCost        | 1        | share of its evidence that a peak at the tolerance loses       |
  private static let holeCost = 2.5
  private static let unexplainedCost = 0.6
  private static let leastGain = 0.2
  private static let leastDrop = 1.993
  private static let fullDrop = 20.0
  private static let clearEvidence = 1.5
  private static let clearHole = 0.5
  private static let firstHole = 0.35
  private static let candidateError = 0.015
  private static let typicalSpread = 3e-5
  private static let fittedPartials = 16
  private static let resolution = 4.0
  private static let missCost = 0.5
  /// The number of matches from which the lower partials predict the next one.
  private static let predictingMatches = 2
  /// The level below any partial, log₂ of power.
  private static let silence = -200.0

  private let candidate: Double
  private let native: Double
  private let slope: Double
  private var fit: InharmonicFit
  private var value = 0.0
  /// The evidence of the matched peaks, and of the matched lines of mains hum.
  private var explained = 0.0
  private var explainedLines = 0.0
  private var matched = 0
  private var previousPeak = -1
  /// The first peak that the next partial may match.
  private(set) var firstPeak = 0
  /// The last partial that matched a clear peak: the comb ends there.
  private(set) var last = 0
  /// The sum of all holes so far, and of those before `last`.
  private var holes = 0.0
  private var holesToEnd = 0.0
  /// The levels of the last three partials, log₂ of power.
  private var levelBefore = silence
  private var level = silence
  private var levelNext = silence
  /// The costs of a hole at the last two partials.
  private var cost = 0.0
  private var costNext = 0.0
  /// The gain of the newest partial.
  private var gain = 0.0

  // All functions of a match are inlined, because a call by address would keep the sums in memory
  // instead of registers.

  /// Begins the match of a candidate, in hertz, in a window of 1/`native` seconds.
  @inline(__always)
  init(_ candidate: Double, native: Double) {
    self.candidate = candidate
    self.native = native
    let typical = TypicalInharmonicity.coefficient(at: candidate)
    fit = InharmonicFit(
      squaredFrequency: candidate * candidate, inharmonicity: typical,
      spread: typical + Self.typicalSpread, error: Self.candidateError)
    slope = Self.resolution / native
  }

  /// Returns the expected frequency of a partial, in hertz.
  @inline(__always)
  func frequency(of number: Int) -> Double {
    Double(number) * max(fit.squared(number), 1).squareRoot()
  }

  /// Returns the peak with the highest gain near the expected frequency of a partial.
  ///
  /// The gain is the evidence of the peak, reduced by its distance from the expected frequency.
  @inline(__always)
  mutating func peak(
    near frequency: Double, in peaks: borrowing SpectralPeaks
  ) -> (index: Int, gain: Double)? {
    let tolerance = PartialTolerance.width(
      at: frequency,
      uncertain: matched < Self.predictingMatches
        ? PartialTolerance.guessed : PartialTolerance.predicted,
      native: native, pitch: candidate)
    while firstPeak < peaks.count, peaks.list[firstPeak].frequency < frequency - tolerance {
      firstPeak += 1
    }
    var (best, bestGain) = (-1, 0.0)
    var index = firstPeak
    while index < peaks.count, peaks.list[index].frequency <= frequency + tolerance {
      if index != previousPeak {
        let miss = (peaks.list[index].frequency - frequency) / tolerance
        let gain = peaks.list[index].evidence * (1 - Self.missCost * miss * miss)
        if gain > bestGain { (best, bestGain) = (index, gain) }
      }
      index += 1
    }
    return best >= 0 ? (best, bestGain) : nil
  }

  /// Adds the peak that a partial matches.
  @inline(__always)
  mutating func add(
    _ peak: SpectralPeaks.Peak, at index: Int, gain: Double, as number: Int, isHum: Bool
  ) {
    value += peak.weight * gain
    if isHum {
      explainedLines += peak.evidence * peak.weight
    } else {
      explained += peak.evidence * peak.weight
    }
    matched += 1
    previousPeak = index
    levelNext = peak.level
    costNext = peak.evidence > Self.clearEvidence ? Self.clearHole : 1
    if number <= Self.fittedPartials {
      fit.add(
        peak.frequency, as: number, slope: slope, weight: min(1, peak.evidence * peak.evidence))
    }
    self.gain = gain
  }

  /// Adds a partial that no peak matches.
  @inline(__always)
  mutating func addMissing(level: Double, floor: Double) {
    levelNext = max(floor, min(level, floor + SpectralPeaks.prominence))
    costNext = 1
    gain = 0
  }

  /// Counts the hole at the partial before the newest one.
  @inline(__always)
  mutating func closeHole(before number: Int) {
    if number == 1 { costNext *= Self.firstHole }
    if number > 1 {
      let drop = max(levelBefore, levelNext) - level
      if drop > Self.leastDrop {
        holes +=
          cost * Self.depth(of: drop) * SpectralPeaks.weight(at: Double(number - 1) * candidate)
      }
      if last == number - 1 { holesToEnd = holes }
    }
    if gain > Self.leastGain { last = number }
    (levelBefore, level, cost) = (level, levelNext, costNext)
  }

  /// Returns the highest value that the comb can still reach.
  ///
  /// - Parameters:
  ///   - above: the evidence of the peaks that higher partials may match.
  ///   - total: the evidence of all peaks that are not hum.
  /// - Returns: the bound, in the unit of `value`.
  @inline(__always)
  func bound(above: Double, total: Double) -> Double {
    let missed = max(0, total - explained - above)
    return value + above - Self.holeCost * holesToEnd - Self.unexplainedCost * missed
  }

  /// Returns the score of the comb after its newest partial, `number`; `nil` if nothing matched.
  @inline(__always)
  func score(ending number: Int, in peaks: borrowing SpectralPeaks, hum: MainsHum)
    -> InharmonicComb.Score?
  {
    guard last > 0 else { return nil }
    var ending = holesToEnd
    if last == number {
      ending = holes
      if levelBefore - level > Self.leastDrop {
        ending +=
          cost * Self.depth(of: levelBefore - level)
          * SpectralPeaks.weight(at: Double(last) * candidate)
      }
    }
    let frequency = max(fit.f1Squared, 1).squareRoot()
    let excused = hum.excused(for: frequency)
    let explained = excused == 0 ? self.explained + explainedLines : self.explained
    let total = peaks.totalEvidence - excused
    return InharmonicComb.Score(
      value: value - Self.holeCost * ending - Self.unexplainedCost * max(0, total - explained),
      explained: total > 0 ? explained / total : 0, frequency: frequency,
      inharmonicity: fit.b / max(fit.f1Squared, 1), matchedCount: matched)
  }

  /// Returns the depth of a hole `drop` below its louder neighbour: 0 at 6 dB, 1 from 26 dB on.
  @inline(__always)
  private static func depth(of drop: Double) -> Double {
    min(1, (drop - leastDrop) * (SpectralPeaks.decibels / fullDrop))
  }
}
