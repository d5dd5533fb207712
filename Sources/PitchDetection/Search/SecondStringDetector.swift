// SPDX-License-Identifier: MIT

internal import SignalProcessing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How much of a spectrum a second string explains, beside the one whose pitch was chosen.
///
/// Two things give a chord away. Peaks that the chosen comb leaves are explained by another comb that
/// has most of its own first partials. Or the chosen comb is one of a pitch that nobody plays: a fourth
/// is partials 3, 6, 9 … and 4, 8, 12 … of a string two octaves down, and a string that rings has
/// partials between them. Peaks count by their level, 0 at 40 dB under the highest: what rings along
/// with one plucked string lies far below it.
struct SecondStringDetector: ~Copyable {
  /// Peaks further below the highest than this count for nothing, in log₂ of power.
  private static let reach = 40 / SpectralPeaks.decibels
  /// How many of the peaks that are left another comb is tried on, and as what partial of it.
  private static let trials = 4
  private static let divisors = 3
  /// The lowest second pitch, in hertz: the teeth of lower combs lie everywhere.
  private static let lowest = 70.0
  /// The first partials that a second string must have, up to a frequency, and the share of them.
  private static let firstPartials = 4
  private static let highestFirst = 2500.0
  private static let leastComplete = 0.7
  /// B of a second string: all strings' lie near enough for its first partials.
  private static let inharmonicity = 1e-4
  /// How many peaks must stand out from the noise, and by what evidence: noise alone has peaks without
  /// end, which any comb explains some of, and none that stands out like that.
  private static let leastPeaks = 3
  private static let leastEvidence = 3.0
  /// Below this share of what is left there is no second string.
  private static let leastLeft = 0.03

  private var weights = FixedArray(repeating: 0.0, count: SpectralPeaks.capacity)
  /// The partial of the chosen string that each peak is; 0 for none.
  private var numbers = FixedArray(repeating: 0, count: SpectralPeaks.capacity)

  /// Measures the company of a pitch, 0…1.
  ///
  /// - Parameters:
  ///   - score: the chosen comb.
  ///   - peaks: the spectrum's peaks.
  ///   - native: 1 / window length, in hertz.
  ///   - highest: the highest frequency that is looked at.
  /// - Returns: the share of the peaks' weight that another string explains.
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

  /// The weight that another comb explains of what the first leaves.
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

  /// Whether most of the first partials of a pitch are there, whichever string they belong to.
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

  /// The weight of the lesser of two strings whose partials make up the chosen comb, less what lies
  /// between them.
  private func interlaced(_ count: Int) -> Double {
    var most = 0.0
    // The intervals from the octave and a third down to the minor third, by their whole ratios.
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

  /// The peak nearest to `frequency`; `nil` for none within `reach` hertz.
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
