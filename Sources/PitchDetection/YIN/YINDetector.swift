// SPDX-License-Identifier: MIT

public import Acoustics
public import SignalProcessing

/// The YIN pitch detector: the period is the shift at which a frame differs least from itself.
///
/// Steps: difference function by transforms, cumulative mean normalisation, the *first* dip under a
/// threshold (the deepest is often a multiple of the period), parabolic interpolation; then the
/// period is measured again over as many repetitions as the lags hold, which divides the error of
/// interpolation by their number.
///
/// It reports the repetition rate, which on a stiff string lies above the first partial (by about 4
/// cents at E2). It needs a frame of 85 ms, so its result settles that long after a pluck.
///
/// Source: de Cheveigné & Kawahara 2002, doi:10.1121/1.1458024.
public struct YINDetector: FramePitchDetector, ~Copyable {
  /// The configuration of a detector.
  public struct Configuration: Sendable {
    /// The stream's rate.
    public var sampleRate: SampleRate
    /// The range of pitches.
    public var range: PitchRange
    /// The aperiodicity below which the first dip is chosen, 0…1.
    public var threshold: Float
    /// The effort of FFTW's planner.
    public var planning: RealFFT.Planning

    /// The default threshold: above the paper's 0.10, since a decaying string never repeats
    /// exactly.
    public static let defaultThreshold: Float = 0.15

    /// Makes a configuration.
    public init(
      sampleRate: SampleRate, range: PitchRange = .guitarAndBass,
      threshold: Float = Configuration.defaultThreshold, planning: RealFFT.Planning = .estimate
    ) {
      self.sampleRate = sampleRate
      self.range = range
      self.threshold = threshold
      self.planning = planning
    }
  }

  /// The frame's length in periods of the lowest frequency: one window of 1.23 periods and as many
  /// lags.
  private static let periodsPerFrame = 2.47
  /// The least mean square of a frame, −110 dBFS: what the high-pass leaves of a constant is
  /// rounding, which repeats exactly.
  private static let leastPower: Float = 9e-12

  /// Returns the number of samples in a frame for pitches from `lowest` on.
  static func frameCount(at rate: SampleRate, from lowest: Hertz) -> Int {
    RealFFT.efficientCount(
      atLeast: Int(periodsPerFrame * Double(rate.hertz) / lowest.value))
  }

  /// The number of samples in a frame.
  public var frameCount: Int { difference.frameCount }

  private let sampleRate: Double
  private let range: PitchRange
  private let threshold: Float
  private let shortestLag: Int
  private let longestLag: Int
  private var difference: DifferenceFunction
  private var values: AlignedBuffer
  private var normalised: AlignedBuffer

  /// Prepares a detector.
  ///
  /// - Throws: `PitchDetectionError` naming the value that is out of its range.
  public init(_ configuration: Configuration) throws(PitchDetectionError) {
    try configuration.sampleRate.checkSupport()
    guard (0...1).contains(configuration.threshold) else {
      throw .thresholdOutOfRange(actual: configuration.threshold)
    }
    let frameCount = Self.frameCount(
      at: configuration.sampleRate, from: configuration.range.lowest)
    self.init(
      configuration,
      difference: try Self.differenceFunction(
        frameCount: frameCount, planning: configuration.planning))
  }

  private init(_ configuration: Configuration, difference: consuming DifferenceFunction) {
    sampleRate = Double(configuration.sampleRate.hertz)
    range = configuration.range
    threshold = configuration.threshold
    shortestLag = max(2, Int(sampleRate / configuration.range.highest.value))
    longestLag = Int((sampleRate / configuration.range.lowest.value).rounded(.up))
    values = AlignedBuffer(count: difference.lagCount)
    normalised = AlignedBuffer(count: difference.lagCount)
    self.difference = difference
  }

  /// Returns the repetition rate of `frame`.
  ///
  /// - Parameter frame: `frameCount` finite samples, oldest first, full scale ±1.
  /// - Returns: `nil` if no lag in the range is a dip, if the rate lies outside the range, or if
  ///   the frame is quieter than −110 dBFS, as digital silence is.
  /// - Complexity: three transforms of a frame. Does not allocate.
  public mutating func estimatePitch(of frame: Span<Float>) -> PitchEstimate? {
    guard sumOfSquares(frame) >= Self.leastPower * Float(frame.count) else { return nil }
    Self.evaluate(&difference, of: frame, into: &values)
    Self.normalise(values, into: &normalised)
    guard let first = chooseDip() else { return nil }
    let (dip, repetitions) = measureRepetitions(from: first.lag)
    let period = dip.lagInSamples / Double(repetitions)
    guard period > 0 else { return nil }
    let frequency = Hertz(sampleRate / period)
    guard (range.lowest...range.highest).contains(frequency) else { return nil }
    return PitchEstimate(
      frequency: frequency, period: frequency, confidence: confidence(atAperiodicity: first.depth),
      sigma: standardError(of: dip))
  }

  /// Maps the depth of a dip to a confidence, 0…1.
  ///
  /// A dip at the threshold maps to 0.7, a clear pitch, and one of 10/3 thresholds to 0. At the
  /// default threshold that is 0.5, the lowest dip of white noise.
  private func confidence(atAperiodicity aperiodicity: Double) -> Double {
    min(1, max(0, 1 - 0.3 * aperiodicity / Double(max(threshold, .leastNormalMagnitude))))
  }

  private static func differenceFunction(
    frameCount: Int, planning: RealFFT.Planning
  ) throws(PitchDetectionError) -> DifferenceFunction {
    do {
      return try DifferenceFunction(
        frameCount: frameCount, lagCount: frameCount / 2, planning: planning)
    } catch {
      throw .transform(error)
    }
  }

  // A live MutableSpan of a stored property is exclusive access to all of self; stored properties
  // passed as arguments are separate accesses.
  private static func evaluate(
    _ difference: inout DifferenceFunction, of frame: Span<Float>, into values: inout AlignedBuffer
  ) {
    var lags = values.mutableSpan
    difference.evaluate(frame, into: &lags)
  }

  private static func normalise(
    _ values: borrowing AlignedBuffer, into normalised: inout AlignedBuffer
  ) {
    var lags = normalised.mutableSpan
    normaliseByCumulativeMean(values.span, into: &lags)
  }

  /// Step 4: the first dip under the threshold; if there is none, the lowest dip.
  ///
  /// A string with weak odd partials has a dip of d′ at half the period as well: under the
  /// threshold, but clearly shallower than that at the period. So a first dip must also come near
  /// the lowest: in absolute depth, or in proportion if noise fills every dip. Depths are those of
  /// the parabola: a sharp dip between two lags looks shallow at both.
  private func chooseDip() -> (lag: Int, depth: Double)? {
    let lags = normalised.span
    var lowest: (lag: Int, depth: Double)?
    // Each value is read once: an update spends its time in this loop and in the transforms.
    var (before, here) = (lags[shortestLag - 1], lags[shortestLag])
    for lag in shortestLag...longestLag {
      let after = lags[lag + 1]
      if here < before, here <= after {
        let depth = Dip(in: lags, at: lag).depth
        if depth < lowest?.depth ?? 1 { lowest = (lag, depth) }
      }
      (before, here) = (here, after)
    }
    guard let lowest else { return nil }
    let ceiling = min(
      Double(threshold),
      max(lowest.depth + Self.rivalAllowance, lowest.depth * Self.rivalRatio))
    for lag in shortestLag..<lowest.lag where isMinimum(lag, of: lags) {
      let depth = Dip(in: lags, at: lag).depth
      if depth < ceiling { return (lag, depth) }
    }
    return lowest
  }

  /// The d′ by which the first dip may be shallower than the lowest one.
  private static let rivalAllowance = 0.03
  /// The factor by which the first dip's d′ may exceed the lowest one's.
  private static let rivalRatio = 5.0

  private func isMinimum(_ lag: Int, of lags: Span<Float>) -> Bool {
    lags[lag] < lags[lag - 1] && lags[lag] <= lags[lag + 1]
  }

  /// Finds the dip of the most repetitions that the lags hold, doubling while it stays as deep.
  private func measureRepetitions(from lag: Int) -> (dip: Dip, repetitions: Int) {
    let lags = values.span
    var best = Dip(in: lags, at: lag)
    var repetitions = 1
    let allowance = Double(normalised.span[lag]) + Self.repetitionAllowance
    while true {
      let expected = 2 * best.lagInSamples
      let reach = max(1, Int(Self.repetitionReach * best.lagInSamples / Double(repetitions)))
      let middle = Int(expected.rounded())
      guard middle + reach + 1 < lags.count else { break }
      var lowest = middle - reach
      for candidate in (middle - reach)...(middle + reach) where lags[candidate] < lags[lowest] {
        lowest = candidate
      }
      guard isMinimum(lowest, of: lags), Double(normalised.span[lowest]) < allowance else { break }
      best = Dip(in: lags, at: lowest)
      repetitions *= 2
    }
    return (best, repetitions)
  }

  /// The share of a period within which a multiple of it has its dip.
  ///
  /// A wider reach adds the error of each doubling to the next.
  private static let repetitionReach = 0.05
  /// The depth, in d′, by which a multiple of the first dip may be shallower.
  private static let repetitionAllowance = 0.05

  /// Returns the standard error of a dip's lag, in cents of it.
  ///
  /// With white noise of variance s² per sample, d is lowest at 2Ws² and its slope there has the
  /// variance 8s²E with E = Σx′² = d″/2; so var(τ) = 8s²E / d″² = 2·d(τ) / (W·d″).
  private func standardError(of dip: Dip) -> Cents? {
    guard dip.curvature > 0 else { return nil }
    let variance = 2 * dip.depth / (Double(difference.windowCount) * dip.curvature)
    return Cents(1200 / 0.693_147_180_559_945_3 * variance.squareRoot() / dip.lagInSamples)
  }
}
