// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// Measures the frequencies of partials to a fraction of a bin, by the phase between two windows.
///
/// Three windows of a whole number of periods lie at −D, 0 and +D about the middle of the newest
/// samples. In a Hann window of m ≥ 2 periods all other harmonics lie on zeros of its transform.
/// `PartialLeakage` subtracts the leakage that inharmonicity leaves. The phase between the outer
/// windows gives the frequency, and the phase of the middle one against both gives the glide.
///
/// `PartialGaps` measures the noise half-way between partials in the same windows, where the
/// leakage of harmonics is zero too.
///
/// Source: Brown & Puckette 1993, doi:10.1121/1.407275, for the phase; the rest is our own.
struct PartialMeasurement: ~Copyable {
  // | name         | unit    | source                                                   |
  // | ------------ | ------- | -------------------------------------------------------- |
  // | capacity     | 1       | bound of the cost; higher partials leave the model  |
  // | leastPeriods | periods | two periods of a window, and the distance of the windows |
  // | leastPower   | 1       | least power of a partial over the noise, 6 dB            |
  // | leastOuter   | 1       | the same in each of the outer windows, 3 dB              |
  /// The most partials.
  static let capacity = 12
  private static let leastPeriods = 2.7
  private static let leastPower = 4.0
  private static let leastOuter = 2.0
  /// The nepers of an octave of power between two products of magnitudes: ln 2.
  private static let nepersPerOctave = 0.693_147_180_559_945_3

  private let wholeRate: Double
  private let rowCapacity: Int
  private var window: AlignedBuffer
  private var folded: AlignedBuffer
  private var gaps = PartialGaps()
  private var leakage = PartialLeakage()
  private var partials = FixedArray(repeating: Partial(), count: PartialMeasurement.capacity)
  private var raw = FixedArray(
    repeating: PartialLeakage.Three(), count: PartialMeasurement.capacity)
  private var clean = FixedArray(
    repeating: PartialLeakage.Three(), count: PartialMeasurement.capacity)
  /// The number of measured partials.
  private(set) var count = 0
  /// The time from the middle of the windows to the newest sample, in seconds.
  private(set) var secondsToNow = 0.0

  /// Prepares for up to `longest` samples.
  init(sampleRate: Double, longest: Int) {
    wholeRate = sampleRate
    rowCapacity = (longest / 2 + 15) / 8 * 8
    window = AlignedBuffer(count: rowCapacity)
    folded = AlignedBuffer(count: 6 * rowCapacity)
  }

  subscript(index: Int) -> Partial { partials[index] }

  /// Measures the partials of a string.
  ///
  /// - Parameters:
  ///   - samples: the newest samples, of which the windows use all.
  ///   - fit: the model that predicts the partials.
  ///   - background: the power of the background in each bin, with its margin.
  ///   - hum: the lines of mains hum that disturb the partials.
  ///   - peaks: the peaks among which the lines were found.
  ///   - binWidth: the distance of two bins, in hertz.
  ///   - highest: the highest analysed frequency, in hertz.
  ///   - knowsNoise: true if the noise of the last measurement may be used, if that had as many
  ///     partials in windows of as many periods.
  ///   - decimation: the number of samples at the full rate for each of `samples`.
  ///   - delay: the delay of `samples`, in samples at the full rate.
  /// - Returns: false if the samples hold fewer than about three periods.
  mutating func measure(
    _ samples: Span<Float>, fit: InharmonicFit, background: Span<Float>, hum: MainsHum,
    peaks: borrowing SpectralPeaks, binWidth: Double, highest: Double, knowsNoise: Bool,
    decimation: Int = 1, delay: Int = 0
  ) -> Bool {
    count = 0
    let sampleRate = wholeRate / Double(decimation)
    if !knowsNoise { gaps.reset() }
    guard
      let windows = Windows(
        in: samples.count, period: sampleRate / max(fit.f1Squared, 1).squareRoot())
    else { return false }
    secondsToNow =
      Double(samples.count - 1 - windows.centre) / sampleRate + Double(delay) / wholeRate
    let sum = Self.foldWindows(samples, windows, window: &window, into: &folded)
    predict(fit: fit, highest: highest)
    transform(rowCount: windows.rowCount, scale: 1 / sum, sampleRate: sampleRate)
    leakage.remove(
      from: raw, partials: partials, count: count, seconds: windows.length / sampleRate,
      into: &clean)
    if !gaps.isOf(periods: windows.periods, partialCount: count) {
      gaps.measure(
        in: folded, rowCount: windows.rowCount, scale: 1 / sum, clean: clean, partials: partials,
        partialCount: count, periods: windows.periods, windowCount: windows.length,
        sampleRate: sampleRate)
    }
    for index in 0..<count {
      let before = power(
        of: background, about: partials[index].expected, binWidth: binWidth, in: windows,
        sampleRate: sampleRate)
      let lines = hum.power(
        about: partials[index].expected, width: sampleRate / windows.length, in: peaks)
      // The median of the gaps misses lines of hum, and the rise of room noise towards low
      // partials.
      finish(
        index, noise: max(gaps.noise(about: index), before, lines), windows: windows,
        sampleRate: sampleRate)
    }
    return count > 0
  }

  /// The sizes and places of three windows in the newest samples.
  private struct Windows {
    /// The periods of a window.
    let periods: Double
    /// The length of a window, in samples.
    let length: Double
    /// Half that length, in whole samples.
    let halfCount: Int
    /// The middle of the second window.
    let centre: Int
    /// The distance of two windows, in samples.
    let distance: Int

    /// Chooses windows; `nil` if the samples hold too few periods.
    init?(in sampleCount: Int, period: Double) {
      let available = Double(sampleCount)
      guard available >= leastPeriods * period else { return nil }
      periods = max(2, wholeBelow(0.5 * available / period + 0.25))
      length = periods * period
      // Folding needs a sample at the centre.
      halfCount = Int(wholeAbove(length / 2))
      centre = sampleCount / 2
      let reach = Int(0.5 * (available - length))
      distance = max(1, min(reach, centre - halfCount, sampleCount - centre - halfCount))
      guard centre - distance - halfCount + 1 >= 0, centre + distance + halfCount <= sampleCount
      else { return nil }
    }

    /// The length of a row of folded samples: whole vectors.
    var rowCount: Int { (halfCount + 7) / 8 * 8 }
  }

  /// Folds the samples in each window about its middle, and returns the sum of the window.
  private static func foldWindows(
    _ samples: Span<Float>, _ windows: Windows, window: inout AlignedBuffer,
    into folded: inout AlignedBuffer
  ) -> Double {
    let (halfCount, rowCount) = (windows.halfCount, windows.rowCount)
    var sum = 0.0
    do {
      var span = window.mutableSpan
      writeRaisedCosine(count: halfCount, period: windows.length, offset: 0, into: &span)
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
        samples, about: windows.centre + (place - 1) * windows.distance, window: weights,
        into: &rows,
        evenAt: start, oddAt: start + rowCount)
    }
    return sum
  }

  private mutating func predict(fit: InharmonicFit, highest: Double) {
    var number = 1
    while number <= Self.capacity {
      let frequency = Double(number) * max(fit.squared(number), 1).squareRoot()
      if frequency > highest { break }
      partials[count] = Partial(number: number, expected: frequency)
      count += 1
      number += 1
    }
  }

  private mutating func transform(rowCount: Int, scale: Double, sampleRate: Double) {
    for index in 0..<count {
      let found = transformFolded(
        folded.span.extracting(first: 6 * rowCount), rowCount: rowCount,
        at: 2 * Double.pi * partials[index].expected / sampleRate)
      raw[index] = Self.three(found, scale: scale)
    }
  }

  /// Returns three transforms as the lanes of one vector.
  static func three(
    _ found: (ComplexValue, ComplexValue, ComplexValue), scale: Double
  ) -> PartialLeakage.Three {
    PartialLeakage.Three(
      Float(found.0.re * scale), Float(found.0.im * scale), Float(found.1.re * scale),
      Float(found.1.im * scale), Float(found.2.re * scale), Float(found.2.im * scale), 0, 0)
  }

  private mutating func finish(
    _ index: Int, noise: Double, windows: Windows, sampleRate: Double
  ) {
    let distance = Double(windows.distance)
    let three = clean[index]
    let before = ComplexValue(Double(three[0]), Double(three[1]))
    let middle = ComplexValue(Double(three[2]), Double(three[3]))
    let after = ComplexValue(Double(three[4]), Double(three[5]))
    var partial = partials[index]
    let (first, last) = (before.squaredMagnitude, after.squaredMagnitude)
    let power = (first * last).squareRoot()
    partial.amplitude = power.squareRoot()
    guard power >= Self.leastPower * noise, first >= Self.leastOuter * noise,
      last >= Self.leastOuter * noise
    else {
      partials[index] = partial
      return
    }
    let rotation = after * before.conjugate
    let radians = 4 * Double.pi * distance / sampleRate
    let turns = angle(of: rotation) / (2 * Double.pi) - 2 * distance / sampleRate * partial.expected
    let phase = 2 * Double.pi * (turns - nearestWhole(turns))
    let phaseVariance = noise / (2 * power)
    // Overlapping windows share their noise.
    let overlap = max(0, 1 - 2 * distance / windows.length)
    partial.frequency = partial.expected + phase / radians
    partial.standardError =
      (2 * phaseVariance * (1 - overlap * overlap * overlap)).squareRoot() / radians
    Self.setGlide(
      of: &partial, bend: after * before * middle.conjugate * middle.conjugate,
      over: distance / sampleRate, phaseVariance: phaseVariance)
    partial.radiansPerHertz = radians
    if index == 0 {
      // A middle of zero has no phase; the least power keeps the ratio finite.
      let squared = max(middle.squaredMagnitude, 1e-6 * power)
      partial.levelBend = Self.nepersPerOctave * binaryLogarithm(of: power / squared)
    }
    partial.isPresent = true
    partials[index] = partial
  }

  /// Sets the glide of a partial from the phase of the middle window against the outer ones.
  private static func setGlide(
    of partial: inout Partial, bend: ComplexValue, over seconds: Double, phaseVariance: Double
  ) {
    let perGlide = 2 * Double.pi * partial.expected * seconds * seconds
    partial.glide = angle(of: bend) / perGlide
    partial.glideError = (6 * phaseVariance).squareRoot() / perGlide
    partial.bendPerGlide = perGlide
  }

  /// Returns the power of the background that leaks into a window about a frequency.
  private func power(
    of background: Span<Float>, about frequency: Double, binWidth: Double, in windows: Windows,
    sampleRate: Double
  ) -> Double {
    binWidth / wholeRate
      * Self.power(
        of: background, about: frequency / binWidth,
        native: sampleRate / (windows.length * binWidth))
  }

  /// Returns the power of the background that leaks into a window centred on a bin.
  ///
  /// `native` is the width of a bin of that window, in bins of the background.
  private static func power(of background: Span<Float>, about place: Double, native: Double)
    -> Double
  {
    let first = max(1, Int(place - HannLobe.reach * native) + 1)
    let last = min(background.count - 1, Int(place + HannLobe.reach * native))
    guard first <= last else { return 0 }
    let (centre, perBin) = (Float(place), Float(1 / native))
    var sum: Float = 0
    for bin in first...last {
      let x = (Float(bin) - centre) * perBin
      sum += HannLobe.share(of: background[bin], atSquared: x * x)
    }
    return Double(sum)
  }
}
