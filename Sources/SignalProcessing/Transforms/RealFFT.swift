// SPDX-License-Identifier: MIT

/// A discrete Fourier transform of real samples and its inverse, in single precision.
///
/// Neither direction is scaled: inverse(forward(x)) = count · x. FFTW computes it on platforms with
/// FFTW, ``MixedRadixTransform`` on others. Plans are made once. FFTW's are made under one lock for
/// the process, because its planner is not thread-safe. Executing them takes no lock.
///
/// Source: Frigo & Johnson 2005, doi:10.1109/JPROC.2004.840301.
public struct RealFFT: ~Copyable {
  /// The effort with which FFTW looks for a fast plan.
  public enum Planning: Sendable {
    /// A plan by rules alone: it takes milliseconds and is the same in every run, so results repeat
    /// to the bit.
    case estimate
    /// A plan by timing: 0.3 to 1.5 s for the first of its size. It may differ in every run, unless
    /// `RealFFT.wisdom` is kept. In a tight loop it is 20 to 33 % faster; at 60 updates a second,
    /// with other memory read between them, it is not faster.
    case measure
  }

  /// The samples of a transform.
  public let count: Int
  private let plan: RealPlan

  /// Floats in a spectrum: (real, imaginary) of the bins 0...count/2, interleaved.
  public var spectrumCount: Int { Self.spectrumCount(of: count) }

  /// Returns the number of floats in the spectrum of `count` samples.
  public static func spectrumCount(of count: Int) -> Int { 2 * (count / 2 + 1) }

  /// Returns the smallest fast size of at least `minimum` samples: a multiple of 32 with no prime
  /// factor above 5.
  ///
  /// - Precondition: `minimum` is above 0.
  public static func efficientCount(atLeast minimum: Int) -> Int {
    precondition(minimum > 0, "A transform holds at least one sample.")
    var candidate = (minimum + 31) / 32
    while !isSmooth(candidate) { candidate += 1 }
    return candidate * 32
  }

  private static func isSmooth(_ number: Int) -> Bool {
    var rest = number
    for prime in [2, 3, 5] { while rest % prime == 0 { rest /= prime } }
    return rest == 1
  }

  /// Plans transforms of `count` samples.
  ///
  /// - Parameters:
  ///   - count: the samples of a transform.
  ///   - planning: the effort for a fast plan.
  /// - Throws: `SignalProcessingError.transformTooShort` below 2 samples, `.oddTransform` for an
  ///   odd count, `.planFailed` if there is no plan. With FFTW there always is one; without it
  ///   there is none for a prime factor above 5.
  public init(
    count: Int, planning: Planning = .estimate
  ) throws(SignalProcessingError) {
    guard count >= 2 else { throw .transformTooShort(required: 2, actual: count) }
    guard count.isMultiple(of: 2) else { throw .oddTransform(actual: count) }
    guard let plan = RealPlan(count: count, planning) else { throw .planFailed(count: count) }
    self.count = count
    self.plan = plan
  }

  /// Writes the spectrum X[k] = Σ x[n]·e^(−2πikn/count) for the bins 0...count/2.
  ///
  /// - Parameters:
  ///   - samples: `count` floats, unchanged.
  ///   - spectrum: `spectrumCount` floats, interleaved.
  /// - Complexity: O(n log n). Does not allocate or lock.
  public func forward(
    _ samples: borrowing AlignedBuffer, into spectrum: inout AlignedBuffer
  ) {
    precondition(samples.count == count && spectrum.count == spectrumCount)
    plan.forward(samples.address, into: spectrum.address)
  }

  /// Writes the samples x[n] = Σ X[k]·e^(2πikn/count), not divided by `count`.
  ///
  /// - Parameters:
  ///   - spectrum: `spectrumCount` floats, interleaved; overwritten as scratch.
  ///   - samples: `count` floats.
  /// - Complexity: O(n log n). Does not allocate or lock.
  public func inverse(
    destroying spectrum: inout AlignedBuffer, into samples: inout AlignedBuffer
  ) {
    precondition(samples.count == count && spectrum.count == spectrumCount)
    plan.inverse(destroying: spectrum.address, into: samples.address)
  }
}
