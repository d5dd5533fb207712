// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// The normalised square difference n(τ) = 2·Σ x[j]·x[j+τ] / Σ (x[j]² + x[j+τ]²) over all j that
/// have a partner, by two transforms: 1 where the frame repeats, 0 for noise.
///
/// Both are forwards: what is transformed back is a power spectrum, which is real and even.
///
/// Source: McLeod & Wyvill 2005, §4, *A smarter way to find pitch*.
struct NormalisedSquareDifference: ~Copyable {
  /// Samples that are compared with one another.
  let windowCount: Int
  /// Lags 0 ..< lagCount are computed.
  let lagCount: Int
  /// Points of both transforms.
  var transformCount: Int { transform.count }
  private let transform: RealFFT
  private var frame: AlignedBuffer
  private var spectrum: AlignedBuffer
  private var power: AlignedBuffer
  /// n(τ) for τ in 0 ..< lagCount.
  private(set) var similarity: AlignedBuffer

  /// Prepares for windows of `windowCount` samples.
  ///
  /// - Precondition: `lagCount` is 1 to `windowCount`.
  init(windowCount: Int, lagCount: Int, planning: RealFFT.Planning) throws(SignalProcessingError) {
    precondition((1...windowCount).contains(lagCount))
    let count = RealFFT.efficientCount(atLeast: windowCount + lagCount)
    self.init(
      windowCount: windowCount, lagCount: lagCount,
      transform: try RealFFT(count: count, planning: planning))
  }

  private init(windowCount: Int, lagCount: Int, transform: consuming RealFFT) {
    self.windowCount = windowCount
    self.lagCount = lagCount
    frame = AlignedBuffer(count: transform.count)
    spectrum = AlignedBuffer(count: transform.spectrumCount)
    power = AlignedBuffer(count: transform.count)
    similarity = AlignedBuffer(count: lagCount)
    self.transform = transform
  }

  /// Compares `samples` with themselves.
  ///
  /// - Parameter samples: up to `windowCount` samples, any scale; fewer count as preceded by zeros.
  /// - Complexity: two transforms. Does not allocate.
  mutating func evaluate(_ samples: Span<Float>) {
    precondition(samples.count <= windowCount)
    Self.place(samples, in: &frame, windowCount: windowCount)
    transform.forward(frame, into: &spectrum)
    Self.writePower(spectrum, into: &power)
    // The correlation comes out as the real parts.
    transform.forward(power, into: &spectrum)
    Self.normalise(
      spectrum, of: frame, windowCount: windowCount, scale: 2 / Double(transform.count),
      into: &similarity)
  }

  private static func place(
    _ samples: Span<Float>, in frame: inout AlignedBuffer, windowCount: Int
  ) {
    let padding = windowCount - samples.count
    do {
      var span = frame.mutableSpan
      for index in 0..<padding { span[index] = 0 }
    }
    frame.copy(samples, to: padding)
  }

  private static func writePower(
    _ spectrum: borrowing AlignedBuffer, into power: inout AlignedBuffer
  ) {
    var bins = power.mutableSpan
    writeEvenPower(of: spectrum.span, into: &bins)
  }

  private static func normalise(
    _ correlation: borrowing AlignedBuffer, of frame: borrowing AlignedBuffer, windowCount: Int,
    scale: Double, into similarity: inout AlignedBuffer
  ) {
    var output = similarity.mutableSpan
    writeSimilarity(
      of: correlation.span, samples: frame.span.extracting(first: windowCount), scale: scale,
      into: &output)
  }
}
