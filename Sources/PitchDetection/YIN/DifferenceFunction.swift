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
  /// The number of samples in a frame, and of points in a transform.
  let frameCount: Int
  /// The number of samples compared at every lag, W.
  let windowCount: Int
  /// The number of computed lags, from 0 on.
  let lagCount: Int

  private let transform: RealFFT
  private var frame: AlignedBuffer
  private var window: AlignedBuffer
  private var frameSpectrum: AlignedBuffer
  private var windowSpectrum: AlignedBuffer
  private var product: AlignedBuffer
  private var correlation: AlignedBuffer
  private var energySteps: AlignedBuffer

  /// Prepares for frames of `frameCount` samples.
  ///
  /// - Precondition: `lagCount` is 1 to half of `frameCount`.
  init(frameCount: Int, lagCount: Int, planning: RealFFT.Planning) throws(SignalProcessingError) {
    precondition(
      (1...frameCount / 2).contains(lagCount), "Lags above the window would wrap.")
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
    energySteps = AlignedBuffer(count: max(0, lagCount - 1))
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

    let (entering, leaving) = (half..<(half + lagCount - 1), 0..<(lagCount - 1))
    do {
      var steps = energySteps.mutableSpan
      writeEnergySteps(
        entering: samples.extracting(entering), leaving: samples.extracting(leaving),
        into: &steps)
    }
    combine(first: sumOfSquares(samples.extracting(first: half)), into: &difference)
  }

  /// Writes d(τ) = e(0) + e(τ) − 2·r(τ).
  private func combine(first: Float, into difference: inout MutableSpan<Float>) {
    let scale = -2 / Float(frameCount)
    let products = correlation.span
    let steps = energySteps.span
    // In single precision the rounding of a running sum would accumulate over the lags.
    var energy = Double(first)
    difference[0] = 0
    for lag in 1..<lagCount {
      energy += Double(steps[lag - 1])
      let value = first + Float(energy) + scale * products[lag]
      difference[lag] = value > 0 ? value : 0
    }
  }
}
