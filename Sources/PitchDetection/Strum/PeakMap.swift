// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// Scores for every frequency of a spectrum: how well a peak explains a partial at that frequency.
///
/// The score is the level of the peak over the floor, ln of a power ratio, or a penalty if there is
/// no peak.
/// It includes the weight of the frequency, so that the score of a comb is a sum of table entries.
struct PeakMap: ~Copyable {
  /// The width of the score around a peak, and its fall next to the peak.
  struct Tolerance: BitwiseCopyable {
    /// The width at 0 Hz in bins, and its growth per bin of frequency.
    let base: Double
    let growth: Double
    /// The distance up to which a peak counts, and the width of its parabola, as functions of the
    /// width.
    let reach: (factor: Double, extra: Double)
    let parabola: Double
    let fall: Double

    /// The tolerance for a string whose inharmonicity is not known yet.
    static let coarse = Tolerance(
      base: 1, growth: 0.004, reach: (1, 1), parabola: 0.7, fall: 0.35)
    /// The tolerance for a string that is searched for in the residual of the other strings.
    static let fine = Tolerance(
      base: 0.6, growth: 0.0006, reach: (1.5, 0), parabola: 0, fall: 0.5)

    /// Returns the width of a peak, in bins.
    func width(at place: Double) -> Double { base + growth * place.rounded() }

    /// Returns the distance up to which a peak of a width counts, in bins.
    func distance(ofWidth width: Double) -> Double { width * reach.factor + reach.extra }

    /// Returns the share of a peak's value that counts at a distance, both in bins.
    @inline(__always)
    func share(at distance: Double, width: Double) -> Double {
      let part = distance / (width + parabola)
      return 1 - fall * (parabola > 0 ? min(1, part * part) : part * part)
    }
  }

  // *Set* means that no record gives the origin of the value.
  // | name         | unit  | meaning                                 | source                     |
  // | ------------ | ----- | --------------------------------------- | -------------------------- |
  // | places       | 1/bin | places of the map in a bin              | half the narrowest         |
  // |              |       |                                         | tolerance                  |
  // | groupCount   | 1     | places of a group: the bounds of wide   | set                        |
  // |              |       | ranges need no finer ones               |                            |
  // | leastRatio   | 1     | least power of a peak over the floor    | one bin of noise in 400    |
  // |              |       |                                         | exceeds it                 |
  // | threshold    | ln    | level of a peak with score 0; written   | ln of `leastRatio`         |
  // |              |       | out, because the compiler computes no   |                            |
  // |              |       | logarithm                               |                            |
  // | highest      | ln    | largest score of a peak; a stronger     | set                        |
  // |              |       | peak is not more evidence               |                            |
  // | hole         | ln    | penalty of a missing peak; excludes     | set                        |
  // |              |       | combs without every other peak          |                            |
  // | range, slope | dB    | reduction of weak peaks: 60 dB under    | set                        |
  // |              |       | the loudest they may be leakage         |                            |
  // | leastShare   | 1     | least share of the score that such a    | set                        |
  // |              |       | peak keeps                              |                            |
  // | halfWeight   | Hz    | of half the weight; the inharmonicity | set                        |
  // |              |       | moves high partials                     |                            |
  // | least        | 1     | power added to a bin, which keeps its   | set                        |
  // |              |       | logarithm finite                        |                            |
  static let places = 4
  private static let groupCount = 8
  private static let leastRatio = 6.0
  private static let threshold = 1.791_759_469_228_055
  private static let highest = 9.0
  private static let hole = -1.0
  private static let range = 60.0
  private static let slope = 45.0
  private static let leastShare = 0.05
  private static let halfWeight = 1500.0
  private static let least = 1e-30

  private var scores: FixedArray<Double>
  /// The highest score of each group of places.
  private var groupMaxima: FixedArray<Double>
  private(set) var count = 0
  private var weights: FixedArray<Double>
  /// The scores of places without a peak.
  private var holes: FixedArray<Double>
  private var seconds = 0.0

  /// Prepares for spectra of up to `binCount` bins.
  init(binCount: Int) {
    scores = FixedArray(repeating: 0, count: Self.places * binCount)
    groupMaxima = FixedArray(repeating: 0, count: Self.places * binCount / Self.groupCount + 1)
    weights = FixedArray(repeating: 0, count: Self.places * binCount)
    holes = FixedArray(repeating: 0, count: Self.places * binCount)
  }

  /// Computes the scores of a spectrum.
  ///
  /// - Parameters:
  ///   - powers: the power of every bin.
  ///   - floor: the power over which a peak counts.
  ///   - binCount: the number of bins.
  ///   - loudest: the power that weak peaks are compared with; `nil` for that of the highest peak.
  ///   - tolerance: the width of a peak.
  ///   - seconds: the window's length.
  mutating func write(
    _ powers: borrowing FixedArray<Double>, over floor: borrowing FixedArray<Double>,
    binCount: Int, loudest: Double?, tolerance: Tolerance, seconds: Double
  ) {
    count = Self.places * binCount
    prepareWeights(seconds)
    let (scores, holes) = (scores.mutableAddress, holes.address)
    for place in 0..<count { scores[place] = holes[place] }
    // Weights fall, so the last place of a group has its smallest penalty.
    for group in 0...(count - 1) / Self.groupCount {
      groupMaxima[group] = holes[min(Self.groupCount * group + Self.groupCount, count) - 1]
    }
    var loudest = loudest ?? 0
    if loudest == 0 {
      for bin in 1..<(binCount - 1) where Self.isPeak(powers, bin, floor[bin]) {
        loudest = max(loudest, powers[bin])
      }
    }
    for bin in 1..<(binCount - 1) where Self.isPeak(powers, bin, floor[bin]) {
      add(
        place: Double(bin) + Self.peakOffset(powers, bin), tolerance,
        value: Self.value(powers[bin], floor: floor[bin], loudest: loudest))
    }
  }

  private mutating func prepareWeights(_ seconds: Double) {
    guard seconds != self.seconds else { return }
    self.seconds = seconds
    for place in 0..<weights.count {
      weights[place] = Self.weight(ofPlace: Double(place), seconds: seconds)
      holes[place] = Self.hole * weights[place]
    }
  }

  /// Returns the weight of a place of the map in a window of `seconds`.
  private static func weight(ofPlace place: Double, seconds: Double) -> Double {
    let share = place / (Double(places) * seconds * halfWeight)
    return 1 / (1 + share * share)
  }

  /// Returns true for a bin above its neighbours and far enough above the floor.
  static func isPeak(
    _ powers: borrowing FixedArray<Double>, _ bin: Int, _ floor: Double
  ) -> Bool {
    let power = powers[bin]
    return power > powers[bin - 1] && power >= powers[bin + 1] && power > leastRatio * floor
  }

  /// Returns the distance in bins from a bin to the vertex of the parabola through three levels.
  static func peakOffset(_ powers: borrowing FixedArray<Double>, _ bin: Int) -> Double {
    let below = naturalLogarithm(of: powers[bin - 1] + least)
    let here = naturalLogarithm(of: powers[bin] + least)
    let above = naturalLogarithm(of: powers[bin + 1] + least)
    // Three equal levels have no bend.
    let bend = below - 2 * here + above - least
    return min(max(0.5 * (below - above) / bend, -0.5), 0.5)
  }

  private static func value(_ power: Double, floor: Double, loudest: Double) -> Double {
    let level = min(highest, naturalLogarithm(of: power / floor) - threshold)
    let decibels = 10 * decimalLogarithm(of: power / loudest)
    return level * min(1, max(leastShare, (decibels + range) / slope))
  }

  private mutating func add(place: Double, _ tolerance: Tolerance, value: Double) {
    let width = tolerance.width(at: place)
    let reach = tolerance.distance(ofWidth: width)
    let first = max(0, Int((Double(Self.places) * (place - reach)).rounded(.up)))
    let last = min(count - 1, Int((Double(Self.places) * (place + reach)).rounded(.down)))
    guard first <= last else { return }
    for index in first...last {
      let distance = Double(index) / Double(Self.places) - place
      let score = value * tolerance.share(at: distance, width: width) * weights[index]
      let group = index / Self.groupCount
      if score > scores[index] { scores[index] = score }
      if score > groupMaxima[group] { groupMaxima[group] = score }
    }
  }

  /// Returns the number of bins on each side of a frequency that its score depends on.
  static func reach(at bins: Double, tolerance: Tolerance) -> Int {
    // The farthest peak that counts may be a little wider than one at the frequency itself.
    Int(tolerance.distance(ofWidth: tolerance.width(at: bins + 4))) + 3
  }

  /// Returns the score of a single frequency without the map.
  ///
  /// - Parameters:
  ///   - bins: the frequency in bins.
  ///   - powers: the power of every bin in `range`.
  ///   - floor: the power over which a peak counts.
  ///   - range: the bins within `reach(at:tolerance:)`.
  ///   - loudest: the highest power.
  ///   - tolerance: the width of a peak.
  ///   - seconds: the window's length.
  /// - Returns: the score that a map of the powers has at `bins`.
  static func score(
    at bins: Double, _ powers: borrowing FixedArray<Double>,
    over floor: borrowing FixedArray<Double>, bins range: Range<Int>, loudest: Double,
    tolerance: Tolerance, seconds: Double
  ) -> Double {
    let index = Double(Int(bins * Double(places) + 0.5))
    var score = hole
    for bin in range.dropFirst().dropLast() where isPeak(powers, bin, floor[bin]) {
      let place = Double(bin) + peakOffset(powers, bin)
      let width = tolerance.width(at: place)
      let distance = index / Double(places) - place
      guard abs(distance) <= tolerance.distance(ofWidth: width) else { continue }
      let value = value(powers[bin], floor: floor[bin], loudest: loudest)
      score = max(score, value * tolerance.share(at: distance, width: width))
    }
    return score * weight(ofPlace: index, seconds: seconds)
  }

  /// Returns the highest score between two frequencies in bins.
  func highest(from low: Double, to high: Double) -> Double {
    Self.highest(scores, place(of: low), place(of: high))
  }

  /// Returns a bound of the scores between two frequencies in bins, from whole groups of places.
  func bound(from low: Double, to high: Double) -> Double {
    Self.highest(groupMaxima, place(of: low) / Self.groupCount, place(of: high) / Self.groupCount)
  }

  @inline(__always)
  private static func highest(
    _ values: borrowing FixedArray<Double>, _ first: Int, _ last: Int
  ) -> Double {
    var highest = values[first]
    for index in first..<max(first, last) where values[index + 1] > highest {
      highest = values[index + 1]
    }
    return highest
  }

  @inline(__always)
  private func place(of bins: Double) -> Int {
    let place = Int(bins * Double(Self.places) + 0.5)
    return place < count ? place : count - 1
  }

  /// Returns the score of a partial at a frequency in bins.
  @inline(__always)
  func score(at bins: Double) -> Double { scores[place(of: bins)] }
}
