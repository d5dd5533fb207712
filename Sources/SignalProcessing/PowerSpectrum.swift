// SPDX-License-Identifier: MIT

/// The power spectrum of the newest samples through a Hann window of any length, zero-padded.
///
/// Normalised by Σw²: white noise of variance s² has the mean power s² in every bin, for every
/// window length. A sine of amplitude a has the maximum a²·W/6.
public struct PowerSpectrum: ~Copyable {
  /// The points of the transform, and the longest window.
  public let count: Int
  /// The number of bins from 0 on: to half the rate, or as many as the initialiser was given.
  public let binCount: Int
  /// The mean of the analysed samples.
  ///
  /// The spectrum does not contain it.
  public private(set) var mean: Float = 0
  private let wholeWindow: AlignedBuffer
  private var window: AlignedBuffer
  private var powerOfBins: AlignedBuffer
  private var levelOfBins: AlignedBuffer

  /// Prepares for windows of up to `count` samples.
  public init(count: Int, binCount: Int? = nil) {
    self.count = count
    self.binCount = min(binCount ?? .max, count / 2 + 1)
    var whole = AlignedBuffer(count: count)
    Self.writeHann(count: count, into: &whole)
    wholeWindow = whole
    window = AlignedBuffer(count: count)
    powerOfBins = AlignedBuffer(count: count / 2 + 1)
    levelOfBins = AlignedBuffer(count: self.binCount)
  }

  private static func writeHann(count: Int, into window: inout AlignedBuffer) {
    var span = window.mutableSpan
    writeRaisedCosine(
      count: count, period: Double(count), offset: Double(count + 1) / 2, into: &span)
  }

  /// The power of each bin.
  public var power: Span<Float> {
    @_lifetime(borrow self) get { powerOfBins.span.extracting(first: binCount) }
  }

  /// The binary logarithm of the power of each bin: a step of 1 is 3.01 dB.
  public var levels: Span<Float> {
    @_lifetime(borrow self) get { levelOfBins.span }
  }

  /// Analyses `samples` after their mean is subtracted.
  ///
  /// - Parameters:
  ///   - samples: 2 to `count` samples.
  ///   - transform: of `count` points.
  /// - Complexity: one transform of `count` points. Does not allocate.
  public mutating func analyse(_ samples: Span<Float>, by transform: inout PowerTransform) {
    precondition((2...count).contains(samples.count) && transform.count == count)
    if samples.count == count {
      mean = Self.apply(wholeWindow, to: samples, in: &transform)
    } else {
      Self.writeHann(count: samples.count, into: &window)
      mean = Self.apply(window, to: samples, in: &transform)
    }
    // Σw² of a Hann window is 3N/8, exactly.
    Self.write(
      by: &transform, scale: 8 / (3 * Float(samples.count)), into: &powerOfBins,
      levels: &levelOfBins)
  }

  private static func apply(
    _ window: borrowing AlignedBuffer, to samples: Span<Float>, in transform: inout PowerTransform
  ) -> Float {
    var output = transform.samples
    return writeWindowed(samples, by: window.span, into: &output)
  }

  private static func write(
    by transform: inout PowerTransform, scale: Float, into power: inout AlignedBuffer,
    levels: inout AlignedBuffer
  ) {
    do {
      var powers = power.mutableSpan
      transform.writePower(scale: scale, into: &powers)
    }
    var output = levels.mutableSpan
    writeBinaryLogarithms(of: power.span.extracting(first: output.count), into: &output)
  }
}
