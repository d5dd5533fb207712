// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// The difference function d(τ) = Σ_{j<W} (x[j] − x[j+τ])² of a frame, by transforms.
///
/// d(τ) = e(0) + e(τ) − 2·r(τ), where e(τ) is the energy of the W samples from τ on and r(τ) their
/// correlation with the first W. With W half a frame, the lags stay below W, so a circular
/// correlation of the frame's own length never wraps.
///
/// Source: de Cheveigné & Kawahara 2002, §II.B and §V, doi:10.1121/1.1458024.
struct DifferenceFunction: ~Copyable {
  /// Samples in a frame, and points in a transform.
  let frameCount: Int
  /// W: the samples that are compared at every lag.
  let windowCount: Int
  /// Lags 0 ..< lagCount are computed.
  let lagCount: Int

  private let transform: RealFFT
  private var frame: AlignedBuffer
  private var window: AlignedBuffer
  private var frameSpectrum: AlignedBuffer
  private var windowSpectrum: AlignedBuffer
  private var product: AlignedBuffer
  private var correlation: AlignedBuffer

  /// Prepares for frames of `frameCount` samples.
  ///
  /// - Precondition: `lagCount` is at most half of `frameCount`.
  init(frameCount: Int, lagCount: Int, planning: RealFFT.Planning) throws(SignalProcessingError) {
    precondition(lagCount <= frameCount / 2, "Lags above the window would wrap.")
    self.frameCount = frameCount
    self.lagCount = lagCount
    windowCount = frameCount / 2
    transform = try RealFFT(count: frameCount, planning: planning)
    frame = AlignedBuffer(count: frameCount)
    window = AlignedBuffer(count: frameCount)
    frameSpectrum = AlignedBuffer(count: transform.spectrumCount)
    windowSpectrum = AlignedBuffer(count: transform.spectrumCount)
    product = AlignedBuffer(count: transform.spectrumCount)
    correlation = AlignedBuffer(count: frameCount)
  }

  /// Writes d(τ) for τ in 0 ..< lagCount.
  ///
  /// - Parameters:
  ///   - samples: `frameCount` samples, any scale.
  ///   - difference: `lagCount` floats; d(0) is written as 0.
  /// - Complexity: three transforms of `frameCount` points. Does not allocate.
  mutating func evaluate(_ samples: Span<Float>, into difference: inout MutableSpan<Float>) {
    precondition(samples.count == frameCount && difference.count == lagCount)
    let half = windowCount
    frame.copy(samples)
    window.copy(samples.extracting(first: half))
    transform.forward(frame, into: &frameSpectrum)
    transform.forward(window, into: &windowSpectrum)
    multiplyConjugate(windowSpectrum, by: frameSpectrum, into: &product)
    transform.inverse(destroying: &product, into: &correlation)

    // Double: the energy is a running difference, and float rounding would pile up over the lags.
    let scale = 1 / Float(frameCount)
    let products = correlation.span
    let first = sumOfSquares(samples.extracting(0..<half))
    var energy = Double(first)
    difference[0] = 0
    for lag in 1..<lagCount {
      let leaving = Double(samples[lag - 1])
      let entering = Double(samples[lag + half - 1])
      energy += entering * entering - leaving * leaving
      difference[lag] = max(0, first + Float(energy) - 2 * scale * products[lag])
    }
  }
}
