// SPDX-License-Identifier: MIT

internal import SignalProcessing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Measures the frequencies of partials to a fraction of their width, by the phase they turn between
/// two windows.
///
/// Three windows of a whole number of periods lie at −D, 0 and +D about the middle of the newest
/// samples. Of a Hann window of m periods every other harmonic lies on a zero; what stiffness moves
/// off the zeros is taken away in two sweeps. The phase between the outer windows gives the
/// frequency; the middle one against both gives how fast it glides.
///
/// The noise of a partial is measured where no partial is: half-way to its neighbours, behind the same
/// windows. Between the partials of a spectrum lie the skirts of their lobes; behind windows of a
/// whole number of periods these are zero there, too.
///
/// Source: Brown & Puckette 1993, doi:10.1121/1.407275, for the phase; the rest is our own.
struct PartialMeasurement: ~Copyable {
  static let capacity = 12
  /// How many partials to each side leak into one, how many have images that do, and into which.
  private static let neighbours = 3
  private static let images = 3
  private static let imageReach = 5

  /// One partial.
  struct Partial {
    var number = 0
    /// Where it was looked for, in hertz.
    var expected = 0.0
    /// Where it rings, in hertz.
    var frequency = 0.0
    /// The standard error of `frequency`, in hertz.
    var standardError = 0.0
    /// Its amplitude, the mean of the outer windows.
    var amplitude = 0.0
    /// How fast the frequency rises, as a share of it a second.
    var glide = 0.0
    /// The standard error of `glide`.
    var glideError = 0.0
    /// Whether it stands above the noise in all three windows.
    var isHeard = false
  }

  private typealias Triple = (ComplexValue, ComplexValue, ComplexValue)

  private let sampleRate: Double
  private let rowCapacity: Int
  private var window: AlignedBuffer
  private var folded: AlignedBuffer
  /// Noise power in each gap: below partial 1, between partials 1 and 2, and so on.
  private var gaps = FixedArray(repeating: 0.0, count: PartialMeasurement.capacity + 1)
  /// How many periods and partials the gaps were measured with.
  private var periodsOfGaps = 0.0
  private var countOfGaps = 0
  private var partials = FixedArray(repeating: Partial(), count: PartialMeasurement.capacity)
  private var raw = FixedArray(repeating: ComplexValue(), count: 3 * PartialMeasurement.capacity)
  private var clean = FixedArray(repeating: ComplexValue(), count: 3 * PartialMeasurement.capacity)
  private var swept = FixedArray(repeating: ComplexValue(), count: 3 * PartialMeasurement.capacity)
  private var gains = FixedArray(
    repeating: 0.0, count: PartialMeasurement.capacity * PartialMeasurement.capacity)
  private var imageGains = FixedArray(
    repeating: 0.0, count: PartialMeasurement.capacity * PartialMeasurement.images)
  /// How many partials were measured.
  private(set) var count = 0
  /// Seconds from the middle of what was measured to the newest sample.
  private(set) var secondsToNow = 0.0

  /// Prepares for up to `longest` samples.
  init(sampleRate: Double, longest: Int) {
    self.sampleRate = sampleRate
    rowCapacity = (longest / 2 + 15) / 8 * 8
    window = AlignedBuffer(count: rowCapacity)
    folded = AlignedBuffer(count: 6 * rowCapacity)
  }

  subscript(index: Int) -> Partial { partials[index] }

  /// Measures the partials of a string.
  ///
  /// - Parameters:
  ///   - samples: the newest samples; as many as are to be used.
  ///   - fit: where the partials are expected.
  ///   - floor: the noise's level in each bin, log₂ of power: it stands in for the gaps while they are
  ///     too narrow to be told from the partials.
  ///   - background: the level of what was heard before the note, in each bin.
  ///   - binWidth: hertz from bin to bin.
  ///   - highest: the highest frequency that is looked at, in hertz.
  ///   - knowsNoise: whether the noise in the gaps may be taken from the last measurement, where that
  ///     was of as many partials behind windows of as many periods.
  /// - Returns: whether there were enough samples, about three periods.
  mutating func measure(
    _ samples: Span<Float>, fit: StiffFit, floor: Span<Float>, background: Span<Float>,
    binWidth: Double, highest: Double, knowsNoise: Bool
  ) -> Bool {
    count = 0
    if !knowsNoise { periodsOfGaps = 0 }
    let period = sampleRate / max(fit.f1Squared, 1).squareRoot()
    let length = Double(samples.count)
    guard length >= 2.7 * period else { return false }
    var periods = max(2, (0.5 * length / period + 0.25).rounded(.down))
    if periods * period > 0.75 * length { periods = 2 }
    let span = periods * period
    // Whole samples, so that folding has a centre.
    let halfCount = Int((span / 2).rounded(.up))
    let centre = samples.count / 2
    let reach = Int(0.5 * (length - span))
    let distance = max(1, min(reach, centre - halfCount, samples.count - centre - halfCount))
    guard centre - distance - halfCount + 1 >= 0, centre + distance + halfCount <= samples.count
    else { return false }
    secondsToNow = Double(samples.count - 1 - centre) / sampleRate
    let rowCount = (halfCount + 7) / 8 * 8
    let sum = Self.foldWindows(
      samples, centre: centre, distance: distance, halfCount: halfCount, rowCount: rowCount,
      period: span, window: &window, into: &folded)
    predict(fit: fit, highest: highest)
    transform(rowCount: rowCount, scale: 1 / sum)
    removeLeakage(windowCount: span)
    let hasGaps = periods >= Self.periodsForGaps
    let hasSameGaps = knowsNoise && periods == periodsOfGaps && count == countOfGaps
    if hasGaps, !hasSameGaps {
      measureGaps(rowCount: rowCount, scale: 1 / sum, windowCount: span)
      (periodsOfGaps, countOfGaps) = (periods, count)
    }
    for index in 0..<count {
      let hum = Self.loudest(
        hasGaps ? background : floor, about: partials[index].expected / binWidth,
        reach: Int(1.6 * sampleRate / span / binWidth))
      var noise = hum * 1.5 / span
      if hasGaps {
        // Behind two periods a gap shares half of its noise with the partials that are taken from it.
        let gap = (periods > 2 ? 1 : Self.sharedNoise) * gapNoise(about: index)
        // What was heard before the note is noise of its own only where it is a line, such as hum.
        if noise < Self.lineRatio * gap { noise = gap }
      }
      finish(index, noise: noise, windowCount: span, distance: Double(distance))
    }
    return count > 0
  }

  private static func foldWindows(
    _ samples: Span<Float>, centre: Int, distance: Int, halfCount: Int, rowCount: Int,
    period: Double, window: inout AlignedBuffer, into folded: inout AlignedBuffer
  ) -> Double {
    var sum = 0.0
    do {
      var span = window.mutableSpan
      writeRaisedCosine(count: halfCount, period: period, offset: 0, into: &span)
      for index in 1..<halfCount { sum += Double(span[index]) }
      sum = 2 * sum + Double(span[0])
    }
    let weights = window.span.extracting(first: halfCount)
    var rows = folded.mutableSpan
    for place in 0..<3 {
      let start = 2 * place * rowCount
      for index in halfCount..<rowCount {
        rows[start + index] = 0
        rows[start + rowCount + index] = 0
      }
      fold(
        samples, about: centre + (place - 1) * distance, window: weights, into: &rows,
        evenAt: start, oddAt: start + rowCount)
    }
    return sum
  }

  private mutating func predict(fit: StiffFit, highest: Double) {
    var number = 1
    while number <= Self.capacity {
      let frequency = Double(number) * max(fit.squared(number), 1).squareRoot()
      if frequency > highest { break }
      partials[count] = Partial(number: number, expected: frequency)
      count += 1
      number += 1
    }
  }

  private mutating func transform(rowCount: Int, scale: Double) {
    for index in 0..<count {
      let (before, middle, after) = transformFolded(
        folded.span.extracting(first: 6 * rowCount), rowCount: rowCount,
        at: 2 * Double.pi * partials[index].expected / sampleRate)
      raw[3 * index] = before * scale
      raw[3 * index + 1] = middle * scale
      raw[3 * index + 2] = after * scale
    }
  }

  /// Takes away what neighbours leave in each partial's transform, and their images at negative
  /// frequencies.
  ///
  /// Two sweeps: the first uses the raw neighbours, the second cleaned ones.
  private mutating func removeLeakage(windowCount: Double) {
    for index in 0..<(3 * count) { clean[index] = raw[index] }
    writeGains(windowCount: windowCount)
    for _ in 0..<2 {
      for index in 0..<count {
        var sums = (raw[3 * index], raw[3 * index + 1], raw[3 * index + 2])
        for other in max(0, index - Self.neighbours)..<min(count, index + Self.neighbours + 1)
        where other != index {
          let gain = gains[Self.capacity * min(index, other) + max(index, other)]
          sums.0 = sums.0 - clean[3 * other] * gain
          sums.1 = sums.1 - clean[3 * other + 1] * gain
          sums.2 = sums.2 - clean[3 * other + 2] * gain
        }
        for other in 0..<min(count, Self.images) where index + other < Self.imageReach {
          let gain = imageGains[Self.images * index + other]
          sums.0 = sums.0 - clean[3 * other].conjugate * gain
          sums.1 = sums.1 - clean[3 * other + 1].conjugate * gain
          sums.2 = sums.2 - clean[3 * other + 2].conjugate * gain
        }
        swept[3 * index] = sums.0
        swept[3 * index + 1] = sums.1
        swept[3 * index + 2] = sums.2
      }
      for index in 0..<(3 * count) { clean[index] = swept[index] }
    }
  }

  /// What each partial leaves in the transforms of its neighbours, and the lowest, from negative
  /// frequencies, in those of one another.
  private mutating func writeGains(windowCount: Double) {
    let scale = windowCount / sampleRate
    for index in 0..<count {
      for other in (index + 1)..<max(index + 1, min(count, index + Self.neighbours + 1)) {
        gains[Self.capacity * index + other] = Self.hannTransform(
          (partials[other].expected - partials[index].expected) * scale)
      }
      for other in 0..<min(count, Self.images) where index + other < Self.imageReach {
        imageGains[Self.images * index + other] = Self.hannTransform(
          (partials[other].expected + partials[index].expected) * scale)
      }
    }
  }

  /// The transform of a Hann window of unit area, x in units of one over its length.
  private static func hannTransform(_ x: Double) -> Double {
    if abs(x) < 1e-6 { return 1 }
    if abs(abs(x) - 1) < 1e-6 { return 0.5 }
    return sinePi(x) / (Double.pi * x * (1 - x * x))
  }

  /// sin(πx), within 1e-9: the nearest whole number gives the sign, a Taylor series the rest.
  @inline(__always)
  private static func sinePi(_ x: Double) -> Double {
    let whole = x.rounded()
    let angle = Double.pi * (x - whole)
    let square = angle * angle
    let series =
      angle
      * (1 + square
        * (-1 / 6 + square
          * (1 / 120 + square
            * (-1 / 5040 + square
              * (1 / 362_880 + square * (-1 / 39_916_800 + square * (1 / 6_227_020_800)))))))
    return Int(whole) & 1 == 0 ? series : -series
  }

  private static let lineRatio = 8.0
  /// The middle of three powers, each the mean of three, lies 7 % under their mean; the rest makes up
  /// for how few they are.
  private static let middleToMean = 1.3
  private static let sharedNoise = 1.4
  private static let periodsForGaps = 2.0

  private mutating func measureGaps(rowCount: Int, scale: Double, windowCount: Double) {
    for gap in stride(from: 0, through: count, by: 2) {
      let below = gap > 0 ? partials[gap - 1].expected : 0
      let above =
        gap < count
        ? partials[gap].expected
        : 2 * partials[count - 1].expected - (count > 1 ? partials[count - 2].expected : 0)
      let frequency = 0.5 * (below + above)
      let found = transformFolded(
        folded.span.extracting(first: 6 * rowCount), rowCount: rowCount,
        at: 2 * Double.pi * frequency / sampleRate)
      var sums = (found.0 * scale, found.1 * scale, found.2 * scale)
      for other in max(0, gap - 3)..<min(count, gap + 3) {
        let gain = Self.hannTransform(
          (partials[other].expected - frequency) * windowCount / sampleRate)
        sums.0 = sums.0 - clean[3 * other] * gain
        sums.1 = sums.1 - clean[3 * other + 1] * gain
        sums.2 = sums.2 - clean[3 * other + 2] * gain
      }
      for other in 0..<min(count, 3) where gap + other < 5 {
        let gain = Self.hannTransform(
          (partials[other].expected + frequency) * windowCount / sampleRate)
        sums.0 = sums.0 - clean[3 * other].conjugate * gain
        sums.1 = sums.1 - clean[3 * other + 1].conjugate * gain
        sums.2 = sums.2 - clean[3 * other + 2].conjugate * gain
      }
      gaps[gap] =
        (sums.0.squaredMagnitude + sums.1.squaredMagnitude + sums.2.squaredMagnitude) / 3
    }
  }

  /// The noise of one partial: the middle one of the three gaps about it that were measured, so that a
  /// line of hum or another string in one of them does not count.
  private func gapNoise(about index: Int) -> Double {
    let last = count & ~1
    let middle = min(max(2, (index + 1) & ~1), max(0, last - 2))
    guard last >= 4 else { return last == 0 ? gaps[0] : 0.5 * (gaps[0] + gaps[2]) }
    let (a, b, c) = (gaps[middle - 2], gaps[middle], gaps[middle + 2])
    return Self.middleToMean * max(min(a, b), min(max(a, b), c))
  }

  private mutating func finish(
    _ index: Int, noise: Double, windowCount: Double, distance: Double
  ) {
    let (before, middle, after) = (clean[3 * index], clean[3 * index + 1], clean[3 * index + 2])
    var partial = partials[index]
    let (first, last) = (before.squaredMagnitude, after.squaredMagnitude)
    let power = (first * last).squareRoot()
    partial.amplitude = power.squareRoot()
    guard power >= 4 * noise, first >= 2 * noise, last >= 2 * noise else {
      partials[index] = partial
      return
    }
    let turned = after * before.conjugate
    let radians = 4 * Double.pi * distance / sampleRate
    let expectedPhase = (radians * partial.expected).remainder(dividingBy: 2 * Double.pi)
    let phase = (atan2(turned.im, turned.re) - expectedPhase).remainder(dividingBy: 2 * Double.pi)
    let phaseVariance = noise / (2 * power)
    // Where the windows overlap they share their noise.
    let overlap = max(0, 1 - 2 * distance / windowCount)
    partial.frequency = partial.expected + phase / radians
    partial.standardError =
      (2 * phaseVariance * (1 - overlap * overlap * overlap)).squareRoot() / radians
    let bend = after * before * middle.conjugate * middle.conjugate
    let seconds = distance / sampleRate
    let perGlide = 2 * Double.pi * partial.expected * seconds * seconds
    partial.glide = atan2(bend.im, bend.re) / perGlide
    partial.glideError = (6 * phaseVariance).squareRoot() / perGlide
    partial.isHeard = true
    partials[index] = partial
  }

  /// The most power within a partial's main lobe: a line of hum there is noise.
  private static func loudest(_ floor: Span<Float>, about place: Double, reach: Int) -> Double {
    guard floor.count > 0 else { return 0 }
    let middle = min(floor.count - 1, Int(place + 0.5))
    var loudest = floor[middle]
    for bin in max(1, middle - reach)..<max(1, min(floor.count, middle + reach + 1)) {
      loudest = max(loudest, floor[bin])
    }
    return exp2(Double(loudest))
  }
}
