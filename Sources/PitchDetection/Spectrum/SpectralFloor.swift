// SPDX-License-Identifier: MIT

internal import SignalProcessing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The level of the noise under the peaks of a spectrum, in each bin.
///
/// A low quantile of the levels around a bin, raised to the mean by the law of noise power
/// (exponential: the 15 % quantile lies at 0.1625 of the mean). Levels are taken with +1.5 dB an
/// octave, which is flat half-way between white noise and pink: either leans by that much only within
/// the reach of a quantile. Every other bin is looked at: behind a Hann window neighbours are much alike.
/// The quantiles come from sorting networks, so the work is the same for every signal.
struct SpectralFloor: ~Copyable {
  private static let quantile = 0.15
  private static let step = 16
  private static let firstBin = 8
  private static let reach = 32
  private static let lowReach = 20
  /// The first bin that a quantile of the whole reach is taken about, and the first bin of that reach.
  private static let firstWhole = 56
  private static let firstOfWhole = 24
  private static let lowestLevel: Float = -140
  private static let highestLevel: Float = 512
  /// log₂ of what taking a mean from samples leaves behind, as a share of it: two units of the last place.
  private static let roundingLevel: Float = -22
  /// log₂ of what the quantile is of the mean.
  private static let quantileLevel = Float(-2.621_5)

  /// Bins that are looked at.
  let binCount: Int
  /// How many bins quantiles are taken about.
  private let pointCount: Int
  /// The tilt of each bin, and of every other.
  private let tilt: AlignedBuffer
  private let tiltOfLooked: AlignedBuffer
  /// The levels of every other bin with their tilt, and behind them nothing, to fill up blocks.
  private var looked: AlignedBuffer
  private var scratch: AlignedBuffer
  private var quantiles: AlignedBuffer
  /// The quantiles about bins 8, 24, 40 and so on, raised to the mean.
  private var points: AlignedBuffer
  /// The noise's level in each bin, log₂ of power.
  private(set) var level: AlignedBuffer

  /// Prepares for spectra of which the first `binCount` bins count.
  ///
  /// - Precondition: there are 128 of them or more.
  init(binCount: Int) {
    precondition(binCount >= 128)
    self.binCount = binCount
    pointCount = (binCount - Self.firstBin + Self.step - 1) / Self.step
    let lookedCount = (binCount + 1) / 2
    let blockCount = (lookedCount - Self.firstOfWhole / 2 + 31) / 32 * 4
    tilt = Self.tilt(count: binCount, step: 1)
    tiltOfLooked = Self.tilt(count: lookedCount, step: 2)
    looked = Self.nothing(count: Self.firstOfWhole / 2 + 8 * blockCount)
    scratch = AlignedBuffer(count: 5 * (blockCount + 4))
    quantiles = AlignedBuffer(count: blockCount)
    points = AlignedBuffer(count: pointCount)
    level = AlignedBuffer(count: binCount)
  }

  private static func tilt(count: Int, step: Int) -> AlignedBuffer {
    var tilt = AlignedBuffer(count: count)
    var span = tilt.mutableSpan
    for index in 1..<count { span[index] = 0.5 * Float(log2(Double(step * index))) }
    return tilt
  }

  private static func nothing(count: Int) -> AlignedBuffer {
    var nothing = AlignedBuffer(count: count)
    var span = nothing.mutableSpan
    for index in span.indices { span[index] = .greatestFiniteMagnitude }
    return nothing
  }

  /// Measures the floor of a spectrum.
  ///
  /// - Parameters:
  ///   - spectrum: the level of each bin, log₂ of power, `binCount` or more.
  ///   - mean: what was taken from the samples first. The floor is no lower than what that rounds.
  /// - Complexity: O(bins). Does not allocate.
  mutating func measure(_ spectrum: Span<Float>, mean: Float = 0) {
    Self.look(
      at: spectrum.extracting(first: binCount), tilt: tiltOfLooked,
      lowest: max(Self.lowestLevel, 2 * (Float(mean.exponent) + Self.roundingLevel)), into: &looked)
    Self.writeQuantiles(of: looked, scratch: &scratch, into: &quantiles)
    Self.writePoints(
      quantiles, looked: looked, binCount: binCount, pointCount: pointCount, into: &points)
    Self.writeLevels(through: points, pointCount: pointCount, tilt: tilt, into: &level)
  }

  /// Raises the floor to `background` wherever that is higher.
  mutating func raise(to background: borrowing AlignedBuffer) {
    let other = background.span
    var own = level.mutableSpan
    var bin = 0
    while bin < own.count {
      own[bin] = max(own[bin], other[bin])
      bin += 1
    }
  }

  private static func look(
    at spectrum: Span<Float>, tilt: borrowing AlignedBuffer, lowest: Float,
    into looked: inout AlignedBuffer
  ) {
    var levels = looked.mutableSpan
    addToEveryOther(
      spectrum, tilt.span, lowest: lowest, highest: highestLevel, into: &levels)
  }

  private static func writeQuantiles(
    of looked: borrowing AlignedBuffer, scratch: inout AlignedBuffer,
    into quantiles: inout AlignedBuffer
  ) {
    var space = scratch.mutableSpan
    var lowest = quantiles.mutableSpan
    writeFifthLowest(
      of: looked.span.extracting(droppingFirst: firstOfWhole / 2), scratch: &space, into: &lowest)
  }

  /// Where the reach is cut short, at both ends, the rank follows from what is left.
  private static func writePoints(
    _ quantiles: borrowing AlignedBuffer, looked: borrowing AlignedBuffer, binCount: Int,
    pointCount: Int, into points: inout AlignedBuffer
  ) {
    let (found, levels) = (quantiles.span, looked.span)
    var output = points.mutableSpan
    for point in 0..<pointCount {
      let centre = firstBin + step * point
      var quantileHere: Float
      if centre >= firstWhole, centre + reach <= binCount {
        quantileHere = found[point - (firstWhole - firstBin) / step]
      } else {
        let reach = centre < firstWhole ? lowReach : Self.reach
        let first = max(2, centre - reach)
        let end = min(binCount, first == 2 ? 2 + 2 * reach : centre + reach)
        let around = levels.extracting((first + 1) / 2..<(end + 1) / 2)
        quantileHere = nthLowest(Int(quantile * Double(around.count)), of: around)
      }
      output[point] = quantileHere - quantileLevel
    }
  }

  private static func writeLevels(
    through points: borrowing AlignedBuffer, pointCount: Int, tilt: borrowing AlignedBuffer,
    into level: inout AlignedBuffer
  ) {
    let (heights, tilts) = (points.span, tilt.span)
    var output = level.mutableSpan
    for bin in 1..<firstBin { output[bin] = heights[0] - tilts[bin] }
    output[0] = output[1]
    let end = firstBin + step * (pointCount - 1)
    writeLines(
      through: heights.extracting(first: pointCount), less: tilts, into: &output, from: firstBin)
    for bin in end..<output.count { output[bin] = heights[pointCount - 1] - tilts[bin] }
  }
}
