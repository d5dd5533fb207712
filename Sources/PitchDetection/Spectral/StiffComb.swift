// SPDX-License-Identifier: MIT

/// How well a stiff string of one pitch explains the peaks of a spectrum.
///
/// Partials are looked for at f_n = n·√(f₁² + b·(n² − 1)), where f₁² and b follow the peaks that are
/// matched on the way up. A match counts by its evidence and how near it lies; a *hole*, a partial
/// far below its louder neighbour, counts against the pitch: every other partial of an octave too low
/// is a hole, and that is what tells the two apart. Peaks left unexplained count against it too.
struct StiffComb: ~Copyable {
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

  /// The highest frequency that is looked at, in hertz.
  let highest: Double
  /// Hertz from bin to bin.
  let binWidth: Double
  private var level = InlineArray<42, Double>(repeating: 0)
  private var holeCosts = InlineArray<42, Double>(repeating: 0)

  init(highest: Double, binWidth: Double) {
    self.highest = highest
    self.binWidth = binWidth
  }

  /// Scores the pitch `candidate`, in hertz.
  ///
  /// - Parameters:
  ///   - peaks: the spectrum's peaks.
  ///   - levels: the level of each bin, log₂ of power.
  ///   - floor: the noise's level in each bin.
  ///   - native: 1 / window length, in hertz: how near two partials can be told apart.
  /// - Complexity: O(partials + peaks).
  mutating func score(
    _ candidate: Double, in peaks: borrowing SpectralPeaks, levels: Span<Float>,
    floor: Span<Float>, native: Double
  ) -> Score {
    let typical = TypicalInharmonicity.coefficient(at: candidate)
    var fit = StiffFit(
      squaredFrequency: candidate * candidate, inharmonicity: typical,
      spread: typical + 3e-5)
    let slope = 1 / (0.25 * native)
    var (value, explained) = (0.0, 0.0)
    var (matched, last, previous, first, count) = (0, 0, -1, 0, 0)
    var number = 1
    while number <= Self.partialCapacity {
      let n = Double(number)
      let frequency = n * max(fit.squared(number), 1).squareRoot()
      if frequency > highest { break }
      let tolerance = min(
        0.3 * candidate, 0.6 * native + (matched < 2 ? 0.014 : 0.004) * frequency)
      while first < peaks.count, peaks[first].frequency < frequency - tolerance { first += 1 }
      var (best, bestGain) = (-1, 0.0)
      var index = first
      while index < peaks.count, peaks[index].frequency <= frequency + tolerance {
        if index != previous {
          let miss = (peaks[index].frequency - frequency) / tolerance
          let gain = peaks[index].evidence * (1 - 0.5 * miss * miss)
          if gain > bestGain { (best, bestGain) = (index, gain) }
        }
        index += 1
      }
      count = number
      if best >= 0 {
        let peak = peaks[best]
        value +=
          SpectralPeaks.weight(at: frequency) * bestGain
        explained += peak.evidence * peak.weight
        matched += 1
        previous = best
        last = number
        level[number] = peak.level
        holeCosts[number] = peak.evidence > 1.5 ? 0.5 : 1
        fit.add(
          peak.frequency, as: number, slope: slope,
          weight: min(1, peak.evidence * peak.evidence))
      } else {
        let bin = min(floor.count - 1, Int(frequency / binWidth + 0.5))
        let noise = Double(floor[bin])
        holeCosts[number] = 1
        level[number] = max(noise, min(Double(levels[bin]), noise + SpectralPeaks.prominence))
      }
      number += 1
    }
    let holes = holes(upTo: last, of: count, candidate: candidate)
    let unexplained = max(0, peaks.totalEvidence - explained)
    return Score(
      value: value - Self.holeCost * holes - Self.unexplainedCost * unexplained,
      explained: peaks.totalEvidence > 0 ? explained / peaks.totalEvidence : 0,
      frequency: max(fit.f1Squared, 1).squareRoot(),
      inharmonicity: fit.b / max(fit.f1Squared, 1), matchedCount: matched)
  }

  /// Σ of how far each partial lies below its louder neighbour: from 6 dB, which is nothing, to 26.
  private func holes(upTo last: Int, of count: Int, candidate: Double) -> Double {
    guard last > 0 else { return 0 }
    var sum = 0.0
    for number in 1...last {
      var neighbour = number < count ? level[number + 1] : -200
      if number > 1 { neighbour = max(neighbour, level[number - 1]) }
      let drop = (neighbour - level[number]) * SpectralPeaks.decibels
      if drop > 6 {
        sum += holeCosts[number] * min(1, (drop - 6) / 20) * SpectralPeaks.weight(at: Double(number) * candidate)
      }
    }
    return sum
  }
}

/// A running least-squares fit of (f_n/n)² = f₁² + b·(n² − 1), with a prior on b.
struct StiffFit {
  static let highestInharmonicity = 1.5e-3

  private(set) var f1Squared: Double
  private(set) var b: Double
  private let priorWeight: Double
  private let priorTimesB: Double
  private var (sum, sumX, sumXX, sumY, sumXY) = (0.0, 0.0, 0.0, 0.0, 0.0)

  init(squaredFrequency: Double, inharmonicity: Double, spread: Double) {
    f1Squared = squaredFrequency
    b = squaredFrequency * inharmonicity
    let deviation = spread * squaredFrequency
    priorWeight = 1 / (deviation * deviation)
    priorTimesB = priorWeight * b
  }

  /// (f_n/n)² of partial `number`.
  @inline(__always)
  func squared(_ number: Int) -> Double {
    f1Squared + b * Double(number * number - 1)
  }

  /// Takes in partial `number`, measured at `frequency` with a standard error of 1/`slope` hertz.
  @inline(__always)
  mutating func add(_ frequency: Double, as number: Int, slope: Double, weight: Double) {
    let n = Double(number)
    let x = n * n - 1
    let y = (frequency / n) * (frequency / n)
    let inverse = n * n * slope / (2 * frequency)
    let w = inverse * inverse * weight
    sum += w
    sumX += w * x
    sumXX += w * x * x
    sumY += w * y
    sumXY += w * x * y
    let determinant = sum * (sumXX + priorWeight) - sumX * sumX
    guard determinant > 0 else { return }
    let right = sumXY + priorTimesB
    f1Squared = ((sumXX + priorWeight) * sumY - sumX * right) / determinant
    b = (sum * right - sumX * sumY) / determinant
    if b < -2e-5 * f1Squared {
      b = 0
      f1Squared = sumY / sum
    }
    if b > Self.highestInharmonicity * f1Squared {
      b = Self.highestInharmonicity * f1Squared
      f1Squared = (sumY - b * sumX) / sum
    }
  }
}
