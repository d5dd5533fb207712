// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// The spectrum of one update up to the highest line, with its powers and its noise floor.
struct StrumSpectrum: ~Copyable {
  // | name       | unit | source                                                           |
  // | ---------- | ---- | ---------------------------------------------------------------- |
  // | highest    | Hz   | highest partial; higher ones are weak after a tenth of a second  |
  // | margin     | bins | bins above it: ten of a line's reach, a few more of the fine map |
  // | floorStep  | bins | distance between two values of the floor                         |
  // | floorReach | Hz   | reach of the quantile; wider than the gaps between partials      |
  // | leastReach | bins | least reach, for short windows                                   |
  // | quantile   | 1    | rank of the floor, below the share of bins that lines cover      |
  // | meanOfLow  | 1    | ratio of mean to that quantile in an exponential distribution    |
  /// The highest frequency of a line.
  static let highest = 2600.0
  static let margin = 16
  private static let floorStep = 16
  private static let floorReach = 60.0
  private static let leastReach = 24
  private static let quantile = 0.15
  private static let meanOfLow = 0.1625
  private static let least = 1e-30

  /// The length of the window in seconds.
  private(set) var seconds = 1.0
  /// The number of bins in use.
  private(set) var count = 0
  var bins: FixedArray<ComplexValue>
  private(set) var powers: FixedArray<Double>
  private(set) var floor: FixedArray<Double>
  private var knots: FixedArray<Double>
  private var low = FixedArray(repeating: 0.0, count: 64)

  /// Prepares for windows of up to `longest` seconds.
  init(longest: Double) {
    let capacity = Self.binCount(seconds: longest) + 2 * Self.reach(seconds: longest)
    bins = FixedArray(repeating: ComplexValue(), count: capacity)
    powers = FixedArray(repeating: 0, count: capacity)
    floor = FixedArray(repeating: 0, count: capacity)
    knots = FixedArray(repeating: 0, count: capacity / Self.floorStep + 2)
  }

  /// Returns the number of bins up to the highest line and its reach.
  static func binCount(seconds: Double) -> Int { Int(highest * seconds) + 2 + margin }

  private static func reach(seconds: Double) -> Int { max(leastReach, Int(floorReach * seconds)) }

  /// Measures the spectrum of the newest samples.
  ///
  /// - Parameters:
  ///   - frame: as many samples as the window holds, or more.
  ///   - window: the window and its transform.
  ///   - rate: the sample rate in hertz.
  mutating func measure(_ frame: Span<Float>, through window: inout StrumWindow, rate: Double) {
    seconds = Double(window.count) / rate
    count = min(Self.binCount(seconds: seconds), window.count / 2)
    let reach = Self.reach(seconds: seconds)
    let measured = min(count + 2 * reach, window.count / 2)
    window.transform(frame, into: &bins, binCount: measured)
    for bin in 0..<measured { powers[bin] = bins[bin].squaredMagnitude }
    writeFloor(measured: measured, reach: reach)
  }

  /// Writes the floor: a low quantile around every sixteenth bin, with linear interpolation of its
  /// logarithm between them.
  private mutating func writeFloor(measured: Int, reach: Int) {
    var knotCount = 0
    var centre = Self.floorStep / 2
    while centre < min(measured, count + Self.floorStep) {
      let first = max(3, centre - reach)
      let value = lowQuantile(from: first, to: min(centre + reach, measured))
      knots[knotCount] = binaryLogarithm(of: value / Self.meanOfLow + Self.least)
      knotCount += 1
      centre += Self.floorStep
    }
    for bin in 0..<count {
      let place = Double(bin - Self.floorStep / 2) / Double(Self.floorStep)
      let bounded = min(max(place, 0), Double(knotCount - 1))
      let knot = min(Int(bounded), max(0, knotCount - 2))
      let next = min(knot + 1, knotCount - 1)
      let share = bounded - Double(knot)
      floor[bin] = powerOfTwo(knots[knot] * (1 - share) + knots[next] * share)
    }
  }

  /// Returns the quantile of the powers of some bins, interpolated linearly between two ranks.
  private mutating func lowQuantile(from first: Int, to end: Int) -> Double {
    let place = Self.quantile * Double(end - first - 1)
    let rank = Int(place)
    let kept = min(rank + 2, end - first, low.count)
    var filled = 0
    for bin in first..<end {
      let value = powers[bin]
      if filled == kept, value >= low[kept - 1] { continue }
      var index = filled < kept ? filled : kept - 1
      while index > 0, low[index - 1] > value {
        low[index] = low[index - 1]
        index -= 1
      }
      low[index] = value
      if filled < kept { filled += 1 }
    }
    let lower = low[min(rank, kept - 1)]
    return lower + (low[kept - 1] - lower) * (place - Double(rank))
  }
}
