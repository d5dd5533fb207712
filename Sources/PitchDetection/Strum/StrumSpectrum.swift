// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// The spectrum of one update up to the highest line, with its powers and its noise floor.
struct StrumSpectrum: ~Copyable {
  // | name       | unit | source                                                                  |
  // | ---------- | ---- | ----------------------------------------------------------------------- |
  // | highest    | Hz   | highest partial; higher ones are weak after a tenth of a second         |
  // | margin     | bins | bins above it: ten for the reach of a line, a few more for the fine map |
  // | floorStep  | bins | distance between two values of the floor                                |
  // | floorReach | Hz   | reach of the quantile; wider than the gaps between partials             |
  // | leastReach | bins | least reach, for short windows                                          |
  // | quantile   | 1    | rank of the floor, below the share of bins that lines cover             |
  // | lowestBin  | 1    | first bin of the floor; the window spreads 0 Hz to the ones below       |
  // | mostSteps  | 1    | steps within the longest reach                                          |
  // | meanOfLow  | 1    | ratio of that quantile to the mean in an exponential distribution       |
  // | least      | 1    | least floor, which keeps the ratio of two values finite in silence      |
  /// The highest frequency of a line.
  static let highest = 2600.0
  static let margin = 16
  private static let floorStep = 16
  private static let floorReach = 60.0
  private static let leastReach = 24
  private static let quantile = 0.15
  private static let meanOfLow = 0.1625
  private static let lowestBin = 3
  private static let mostSteps = 8
  private static let least = 1e-30

  /// The length of the window in seconds.
  private(set) var seconds = 1.0
  /// The number of bins in use.
  private(set) var count = 0
  var bins: FixedArray<ComplexValue>
  private(set) var powers: FixedArray<Double>
  private(set) var floor: FixedArray<Double>
  /// The powers in sorted steps.
  private var sorted: FixedArray<Double>
  /// The lowest remaining value of each step, and its index.
  private var lowest = FixedArray(repeating: 0.0, count: Self.mostSteps)
  private var next = FixedArray(repeating: 0, count: Self.mostSteps)

  /// Prepares for windows of up to `longest` seconds.
  init(longest: Double) {
    let capacity = Self.binCount(seconds: longest) + 2 * Self.reach(seconds: longest)
    bins = FixedArray(repeating: ComplexValue(), count: capacity)
    powers = FixedArray(repeating: 0, count: capacity)
    floor = FixedArray(repeating: 0, count: capacity)
    sorted = FixedArray(repeating: 0, count: capacity)
  }

  /// Returns the number of bins up to the highest line and its reach.
  static func binCount(seconds: Double) -> Int { Int(highest * seconds) + 2 + margin }

  /// Returns the reach of the quantile: an odd number of half steps, so that it covers whole steps.
  private static func reach(seconds: Double) -> Int {
    let steps = (floorReach * seconds / Double(floorStep) - 0.5).rounded()
    return max(leastReach, Int(steps) * floorStep + floorStep / 2)
  }

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
    sortSteps(measured)
    let first = Self.floorStep / 2
    var (knot, before) = (0.0, 0.0)
    var bin = 0
    var centre = first
    while centre < min(measured, count + Self.floorStep) {
      knot = lowQuantile(from: centre - reach, to: min(centre + reach, measured)) / Self.meanOfLow
      knot += Self.least
      if centre == first { before = knot }
      let ratio = powerOfTwo(binaryLogarithm(of: knot / before) / Double(Self.floorStep))
      var value = before
      for _ in bin..<min(max(centre, bin), count) {
        floor[bin] = value
        value *= ratio
        bin += 1
      }
      before = knot
      centre += Self.floorStep
    }
    while bin < count {
      floor[bin] = knot
      bin += 1
    }
  }

  /// Sorts the powers of each step of the floor from bin 0 on; the first three bins are left out.
  private mutating func sortSteps(_ measured: Int) {
    let sorted = sorted.mutableAddress
    for bin in 0..<measured {
      let value = bin < Self.lowestBin ? Double.infinity : powers[bin]
      let first = bin - bin % Self.floorStep
      var index = bin
      while index > first, sorted[index - 1] > value {
        sorted[index] = sorted[index - 1]
        index -= 1
      }
      sorted[index] = value
    }
  }

  /// Computes the quantile of the powers of some steps.
  ///
  /// - Parameters:
  ///   - start: the first bin of a step; below 0 for bin 0.
  ///   - end: the bin after the last one.
  /// - Returns: the quantile, interpolated linearly between two ranks.
  private mutating func lowQuantile(from start: Int, to end: Int) -> Double {
    let start = max(start, 0)
    let place = Self.quantile * Double(end - max(start, Self.lowestBin) - 1)
    let rank = Int(place)
    // The smallest values of all steps are taken one after the other.
    let steps = (end - start + Self.floorStep - 1) / Self.floorStep
    for step in 0..<steps {
      next[step] = start + step * Self.floorStep
      lowest[step] = sorted[next[step]]
    }
    let (sorted, lowest, next) = (sorted.address, lowest.mutableAddress, next.mutableAddress)
    var (lower, upper) = (0.0, 0.0)
    for _ in 0...min(rank + 1, end - start - 1) {
      var least = 0
      for step in 1..<max(steps, 1) where lowest[step] < lowest[least] { least = step }
      (lower, upper) = (upper, lowest[least])
      next[least] += 1
      let isOver = next[least] % Self.floorStep == 0 || next[least] >= end
      lowest[least] = isOver ? .infinity : sorted[next[least]]
    }
    return lower + (upper - lower) * (place - Double(rank))
  }
}
