// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// Measures the share of a spectrum that a second string explains, in addition to the string of the
/// pitch.
///
/// A chord has one of two properties:
///
/// * Another comb, with most of its own first partials present, explains peaks that the comb of the
///   pitch leaves.
/// * No string has the pitch that was found. For example, the two notes of a fourth look like
///   partials 3, 6, 9 … and 4, 8, 12 … of one low string, but a real string would also have the
///   partials between them.
///
/// Peaks count by their level, from 0 at 40 dB below the highest, because strings that only
/// resonate with a plucked one lie far below it.
struct SecondStringDetector: ~Copyable {
  // | name          | unit | source                                                               |
  // | ------------- | ---- | -------------------------------------------------------------------- |
  // | decibels      | dB   | level below the highest peak at which a peak does not count          |
  // | trials        | 1    | bound of the cost: unexplained peaks from which another comb is made |
  // | divisors      | 1    | highest number of the partial that such a peak is taken to be        |
  // | lowest        | Hz   | the partials of lower combs match any peak                           |
  // | firstPartials | 1    | first partials that a second string has, up to highestFirst          |
  // | highestFirst  | Hz   | frequency up to which they are required                              |
  // | leastComplete | 1    | share of them that is required: a pickup may lose one                |
  // | inharmonicity | 1    | B of a second string; any typical value suffices for first partials  |
  // | leastPeaks    | 1    | least number of clear peaks; fitted on noise                         |
  // | leastEvidence | 1    | least evidence of a clear peak; fitted on noise                      |
  // | leastLeft     | 1    | share of the weight that must be unexplained                         |
  private static let decibels = 40.0
  private static let trials = 4
  private static let divisors = 3
  private static let lowest = 70.0
  private static let firstPartials = 4
  private static let highestFirst = 2500.0
  private static let leastComplete = 0.7
  private static let inharmonicity = 1e-4
  private static let leastPeaks = 3
  private static let leastEvidence = 3.0
  private static let leastLeft = 0.03
  /// The value of `decibels` as a step in log₂ of power.
  private static var reach: Double { decibels / SpectralPeaks.decibels }

  private var weights = FixedArray(repeating: 0.0, count: SpectralPeaks.capacity)
  /// The number of the partial that each peak matches in the comb of the pitch; 0 for none.
  private var numbers = FixedArray(repeating: 0, count: SpectralPeaks.capacity)

  /// Returns the share of the peaks' weight that another string explains, 0…1.
  ///
  /// - Parameters:
  ///   - score: the comb of the pitch.
  ///   - peaks: the spectrum's peaks.
  ///   - native: 1 / window length, in hertz.
  ///   - highest: the highest analysed frequency, in hertz.
  /// - Returns: the share; 0 if too few peaks are clear.
  /// - Complexity: bounded by the peaks. Does not allocate.
  mutating func measure(
    of score: InharmonicComb.Score, in peaks: borrowing SpectralPeaks, native: Double,
    highest: Double
  ) -> Double {
    var (top, clear) = (-Double.infinity, 0)
    for index in 0..<peaks.count {
      top = max(top, peaks.list[index].level)
      if peaks.list[index].evidence > Self.leastEvidence { clear += 1 }
    }
    guard clear >= Self.leastPeaks else { return 0 }
    var total = 0.0
    for index in 0..<peaks.count {
      weights[index] = max(0, 1 + (peaks.list[index].level - top) / Self.reach)
      numbers[index] = 0
      total += weights[index]
    }
    guard total > 0 else { return 0 }
    number(score.frequency, score.inharmonicity, in: peaks, native: native, highest: highest)
    let second = secondString(in: peaks, native: native, highest: highest, total: total)
    return min(1, (second + interlaced(peaks.count)) / total)
  }

  private mutating func number(
    _ frequency: Double, _ inharmonicity: Double, in peaks: borrowing SpectralPeaks,
    native: Double, highest: Double
  ) {
    let fundamental = frequency / (1 + inharmonicity).squareRoot()
    for partial in 1...InharmonicComb.partialCapacity {
      let n = Double(partial)
      let expected = n * fundamental * (1 + inharmonicity * n * n).squareRoot()
      if expected > highest { return }
      let reach = PartialTolerance.width(
        at: expected, uncertain: PartialTolerance.predicted, native: native, pitch: frequency)
      if let nearest = Self.nearest(to: expected, within: reach, in: peaks), numbers[nearest] == 0 {
        numbers[nearest] = partial
      }
    }
  }

  /// Returns the weight of the unexplained peaks that another comb explains.
  private mutating func secondString(
    in peaks: borrowing SpectralPeaks, native: Double, highest: Double, total: Double
  ) -> Double {
    var left = 0.0
    for index in 0..<peaks.count where numbers[index] == 0 { left += weights[index] }
    guard left > Self.leastLeft * total else { return 0 }
    var (best, tried) = (0.0, UInt64(0))
    for _ in 0..<Self.trials {
      var (top, most) = (-1, 0.0)
      for index in 0..<peaks.count
      where numbers[index] == 0 && tried & (1 << UInt64(index)) == 0 && weights[index] > most {
        (top, most) = (index, weights[index])
      }
      guard top >= 0 else { break }
      tried |= 1 << UInt64(top)
      for divisor in 1...Self.divisors {
        let pitch = peaks.list[top].frequency / Double(divisor)
        if pitch < Self.lowest { break }
        let explained = weight(explainedBy: pitch, in: peaks, native: native, highest: highest)
        if explained > best, isComplete(pitch, in: peaks, native: native) { best = explained }
      }
    }
    return best
  }

  private func weight(
    explainedBy pitch: Double, in peaks: borrowing SpectralPeaks, native: Double, highest: Double
  ) -> Double {
    var (explained, previous) = (0.0, -1)
    for partial in 1...InharmonicComb.partialCapacity {
      let n = Double(partial)
      let expected =
        n * pitch * ((1 + Self.inharmonicity * n * n) / (1 + Self.inharmonicity)).squareRoot()
      if expected > highest { break }
      let reach = PartialTolerance.width(
        at: expected, uncertain: PartialTolerance.predicted, native: native, pitch: pitch)
      guard let nearest = Self.nearest(to: expected, within: reach, in: peaks), nearest != previous
      else { continue }
      previous = nearest
      if numbers[nearest] == 0 { explained += weights[nearest] }
    }
    return explained
  }

  /// Returns true if most of the first partials of a pitch are present, whichever string they
  /// belong to.
  private func isComplete(
    _ pitch: Double, in peaks: borrowing SpectralPeaks, native: Double
  ) -> Bool {
    var (wanted, found) = (0, 0)
    for partial in 1...Self.firstPartials where Double(partial) * pitch < Self.highestFirst {
      wanted += 1
      let expected = Double(partial) * pitch
      let reach = PartialTolerance.width(
        at: expected, uncertain: PartialTolerance.harmonic, native: native)
      if let nearest = Self.nearest(to: expected, within: reach, in: peaks), weights[nearest] > 0 {
        found += 1
      }
    }
    return Double(found) >= Self.leastComplete * Double(wanted)
  }

  /// Returns the weight of the weaker of two strings whose partials form the comb of the pitch,
  /// less the weight of the partials between them.
  private func interlaced(_ count: Int) -> Double {
    var most = 0.0
    // The intervals from the minor third to the octave and a third, as whole ratios.
    let ratios: InlineArray<10, SIMD2<Int>> = [
      SIMD2(2, 3), SIMD2(3, 4), SIMD2(4, 5), SIMD2(3, 5), SIMD2(2, 5), SIMD2(5, 6), SIMD2(3, 7),
      SIMD2(5, 7), SIMD2(4, 7), SIMD2(5, 8),
    ]
    for place in ratios.indices {
      let (low, high) = (ratios[place].x, ratios[place].y)
      var (ofLow, ofHigh, between) = (0.0, 0.0, 0.0)
      for index in 0..<count where numbers[index] > 0 {
        let isLow = numbers[index] % low == 0
        let isHigh = numbers[index] % high == 0
        if isLow, !isHigh { ofLow += weights[index] }
        if isHigh, !isLow { ofHigh += weights[index] }
        if !isLow, !isHigh { between += weights[index] }
      }
      most = max(most, min(ofLow, ofHigh) - between)
    }
    return most
  }

  /// Returns the peak nearest to `frequency`; `nil` for none within `reach` hertz.
  private static func nearest(
    to frequency: Double, within reach: Double, in peaks: borrowing SpectralPeaks
  ) -> Int? {
    var (low, high) = (0, peaks.count)
    while low < high {
      let middle = (low + high) / 2
      if peaks.list[middle].frequency < frequency { low = middle + 1 } else { high = middle }
    }
    var (best, distance) = (-1, reach)
    for index in max(0, low - 1)..<min(peaks.count, low + 1)
    where abs(peaks.list[index].frequency - frequency) < distance {
      (best, distance) = (index, abs(peaks.list[index].frequency - frequency))
    }
    return best < 0 ? nil : best
  }
}
