// SPDX-License-Identifier: MIT

internal import CMathematics
internal import SignalProcessing

/// The noise floor of a spectrum: the level of the noise under its peaks in each bin.
///
/// It is a low quantile of the levels around a bin, raised to the mean by the distribution of noise
/// power (exponential: the 15 % quantile lies at 0.1625 of the mean). A tilt of +1.5 dB per octave
/// flattens noise half-way between white and pink, so the slope of both remains small within the
/// reach of a quantile. Every second bin suffices, since a Hann window makes neighbours alike.
/// Sorting networks compute the quantiles, so the work is the same for every signal.
struct SpectralFloor: ~Copyable {
  // | name          | unit | source                                                             |
  // | ------------- | ---- | ------------------------------------------------------------------ |
  // | quantile      | 1    | below the share of bins between partials                           |
  // | step          | bins | distance of two points of the floor                                |
  // | firstBin      | bins | the subtraction of the mean changes those below                    |
  // | reach         | bins | to each side of a point, wider than the partials of a bass         |
  // | lowReach      | bins | reach at the low end, where the slope of pink noise is steep       |
  // | firstFull     | bins | first point with the whole reach                                   |
  // | firstOfFull   | bins | first bin within the reach of that point                           |
  // | lowestLevel   | log₂ | below any sound                                                    |
  // | highestLevel  | log₂ | above any sound, so that infinities stay out of the sorting        |
  // | roundingLevel | log₂ | rounding of a subtracted mean, relative to it: two units of last   |
  // |               |      | place                                                              |
  // | quantileLevel | log₂ | the quantile of an exponential distribution as a share of its mean |
  private static let quantile = 0.15
  private static let step = 16
  private static let firstBin = 8
  private static let reach = 32
  private static let lowReach = 20
  private static let firstFull = 56
  private static let firstOfFull = 24
  private static let lowestLevel: Float = -140
  private static let highestLevel: Float = 512
  private static let roundingLevel: Float = -22
  private static let quantileLevel = Float(-2.621_5)

  /// The number of analysed bins.
  let binCount: Int
  /// The number of points of the floor.
  private let pointCount: Int
  /// The tilt of each bin, and of every second bin.
  private let tilt: AlignedBuffer
  private let tiltOfSampled: AlignedBuffer
  /// The tilted levels of every second bin, padded to whole blocks.
  private var sampled: AlignedBuffer
  private var scratch: AlignedBuffer
  private var quantiles: AlignedBuffer
  /// The quantiles about bins 8, 24, 40 and so on, raised to the mean.
  private var points: AlignedBuffer
  /// The level of the noise in each bin, log₂ of power.
  private(set) var level: AlignedBuffer

  /// Prepares for the first `binCount` bins of spectra.
  ///
  /// - Precondition: `binCount` is 128 or more.
  init(binCount: Int) {
    precondition(binCount >= 128)
    self.binCount = binCount
    pointCount = (binCount - Self.firstBin + Self.step - 1) / Self.step
    let sampledCount = (binCount + 1) / 2
    let blockCount = (sampledCount - Self.firstOfFull / 2 + 31) / 32 * 4
    tilt = Self.tilt(count: binCount)
    tiltOfSampled = Self.everySecond(sampledCount, of: tilt)
    sampled = Self.padding(count: Self.firstOfFull / 2 + 8 * blockCount)
    scratch = AlignedBuffer(count: 5 * (blockCount + 4))
    quantiles = AlignedBuffer(count: blockCount)
    points = AlignedBuffer(count: pointCount)
    level = AlignedBuffer(count: binCount)
  }

  private static func tilt(count: Int) -> AlignedBuffer {
    var tilt = AlignedBuffer(count: count)
    var span = tilt.mutableSpan
    for index in 1..<count { span[index] = 0.5 * Float(log2(Double(index))) }
    return tilt
  }

  /// Returns `count` floats: the first, the third and so on.
  private static func everySecond(
    _ count: Int, of floats: borrowing AlignedBuffer
  ) -> AlignedBuffer {
    var chosen = AlignedBuffer(count: count)
    let source = floats.span
    var target = chosen.mutableSpan
    for index in 0..<count { target[index] = source[2 * index] }
    return chosen
  }

  private static func padding(count: Int) -> AlignedBuffer {
    var padding = AlignedBuffer(count: count)
    var span = padding.mutableSpan
    for index in span.indices { span[index] = .greatestFiniteMagnitude }
    return padding
  }

  /// Measures the floor of a spectrum.
  ///
  /// - Parameters:
  ///   - spectrum: the level of each bin, log₂ of power, `binCount` or more.
  ///   - mean: the mean that was subtracted from the samples; its rounding is the lowest floor.
  /// - Complexity: O(bins). Does not allocate.
  mutating func measure(_ spectrum: Span<Float>, mean: Float = 0) {
    Self.sample(
      at: spectrum.extracting(first: binCount), tilt: tiltOfSampled,
      lowest: max(Self.lowestLevel, 2 * (Float(mean.exponent) + Self.roundingLevel)), into: &sampled
    )
    Self.writeQuantiles(of: sampled, scratch: &scratch, into: &quantiles)
    Self.writePoints(
      quantiles, sampled: sampled, binCount: binCount, pointCount: pointCount, into: &points)
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

  private static func sample(
    at spectrum: Span<Float>, tilt: borrowing AlignedBuffer, lowest: Float,
    into sampled: inout AlignedBuffer
  ) {
    var levels = sampled.mutableSpan
    addToEverySecond(
      spectrum, tilt.span, lowest: lowest, highest: highestLevel, into: &levels)
  }

  private static func writeQuantiles(
    of sampled: borrowing AlignedBuffer, scratch: inout AlignedBuffer,
    into quantiles: inout AlignedBuffer
  ) {
    var space = scratch.mutableSpan
    var lowest = quantiles.mutableSpan
    writeFifthLowest(
      of: sampled.span.extracting(droppingFirst: firstOfFull / 2), scratch: &space, into: &lowest)
  }

  /// Writes the points; at both ends the rank follows from the bins within reach.
  private static func writePoints(
    _ quantiles: borrowing AlignedBuffer, sampled: borrowing AlignedBuffer, binCount: Int,
    pointCount: Int, into points: inout AlignedBuffer
  ) {
    let (found, levels) = (quantiles.span, sampled.span)
    var output = points.mutableSpan
    for point in 0..<pointCount {
      let centre = firstBin + step * point
      var quantileHere: Float
      if centre >= firstFull, centre + reach <= binCount {
        quantileHere = found[point - (firstFull - firstBin) / step]
      } else {
        let reach = centre < firstFull ? lowReach : Self.reach
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
