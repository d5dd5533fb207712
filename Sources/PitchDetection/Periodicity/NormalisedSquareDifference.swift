// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// The normalised square difference n(τ) = 2·Σ x[j]·x[j+τ] / Σ (x[j]² + x[j+τ]²), by two
/// transforms.
///
/// The sums are over all j for which the window holds x[j+τ]. The value is 1 for an exact
/// repetition, and about 0 for noise.
///
/// Source: McLeod & Wyvill 2005, §4, *A smarter way to find pitch*.
struct NormalisedSquareDifference: ~Copyable {
  /// The number of samples in a window.
  let windowCount: Int
  /// The number of computed lags, from 0 on.
  let lagCount: Int
  /// n(τ) for τ in 0 ..< lagCount.
  private(set) var similarity: AlignedBuffer

  /// Prepares for windows of `windowCount` samples.
  ///
  /// - Precondition: `lagCount` is 1 to `windowCount`.
  init(windowCount: Int, lagCount: Int) {
    precondition((1...windowCount).contains(lagCount))
    self.windowCount = windowCount
    self.lagCount = lagCount
    similarity = AlignedBuffer(count: lagCount)
  }

  /// Compares `samples` with themselves.
  ///
  /// - Parameters:
  ///   - samples: up to `windowCount` samples, any scale; fewer count as preceded by zeros.
  ///   - transform: of `windowCount + lagCount` points or more.
  /// - Complexity: two transforms. Does not allocate.
  mutating func evaluate(_ samples: Span<Float>, by transform: inout PowerTransform) {
    precondition(samples.count <= windowCount && transform.count >= windowCount + lagCount)
    // The transform overwrites the samples, so their energies are summed first.
    transform.place(samples, at: windowCount - samples.count)
    Self.writeEnergies(transform.values, windowCount: windowCount, into: &similarity)
    transform.correlate(lagCount: lagCount)
    Self.normalise(&similarity, of: transform.values, scale: 2 / Float(transform.count))
  }

  private static func writeEnergies(
    _ frame: Span<Float>, windowCount: Int, into similarity: inout AlignedBuffer
  ) {
    var energies = similarity.mutableSpan
    writeLaggedEnergies(of: frame.extracting(first: windowCount), into: &energies)
  }

  private static func normalise(
    _ similarity: inout AlignedBuffer, of correlation: Span<Float>, scale: Float
  ) {
    var values = similarity.mutableSpan
    SignalProcessing.normalise(&values, of: correlation, scale: scale)
  }
}
