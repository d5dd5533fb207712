// SPDX-License-Identifier: MIT

internal import CFFTW3

/// A discrete Fourier transform of real samples and its inverse, with FFTW in single precision.
///
/// Neither direction is scaled: inverse(forward(x)) = count · x. Plans are made once, under one
/// lock for the process because FFTW's planner is not thread-safe. Executing them takes no lock.
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
  private let forwardPlan: fftwf_plan
  private let inversePlan: fftwf_plan

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
  ///   odd count, `.planFailed` when FFTW has no plan.
  public init(
    count: Int, planning: Planning = .estimate
  ) throws(SignalProcessingError) {
    guard count >= 2 else { throw .transformTooShort(required: 2, actual: count) }
    guard count.isMultiple(of: 2) else { throw .oddTransform(actual: count) }
    let samples = AlignedBuffer(count: count)
    let spectrum = AlignedBuffer(count: Self.spectrumCount(of: count))
    let plans = TransformPlanner.plan(
      count: count, planning, samples: samples, spectrum: spectrum)
    guard let forward = plans.forward, let inverse = plans.inverse else {
      throw .planFailed(count: count)
    }
    self.count = count
    forwardPlan = forward
    inversePlan = inverse
  }

  deinit {
    TransformPlanner.destroy(TransformPlanner.Plans(forward: forwardPlan, inverse: inversePlan))
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
    let bins = UnsafeMutableRawPointer(spectrum.address).assumingMemoryBound(
      to: fftwf_complex.self)
    fftwf_execute_dft_r2c(forwardPlan, samples.address, bins)
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
    let bins = UnsafeMutableRawPointer(spectrum.address).assumingMemoryBound(
      to: fftwf_complex.self)
    fftwf_execute_dft_c2r(inversePlan, bins, samples.address)
  }
}

extension RealFFT {
  /// The plans that `Planning.measure` has timed in this process, and those added to them.
  ///
  /// FFTW's own text, a few hundred bytes a size, to be stored in a file; empty where nothing was
  /// timed. It is valid for one build of FFTW on one kind of machine.
  public static var wisdom: String { TransformPlanner.gathered }

  /// Adds the `wisdom` of an earlier run: its sizes are planned without timing, with the same
  /// plans.
  ///
  /// - Parameter text: wisdom that this program stored itself: FFTW's reader does not withstand
  ///   hostile text.
  /// - Throws: `SignalProcessingError.wisdomRefused` when the text is not wisdom of this build of
  ///   FFTW. The wisdom gathered before is kept.
  /// - Complexity: a fraction of a millisecond. Locks and allocates.
  public static func gather(wisdom text: String) throws(SignalProcessingError) {
    guard TransformPlanner.gather(text) else { throw .wisdomRefused }
  }
}

/// The library that computes the transforms of this module.
public enum FFTLibrary {
  /// The name and version that the library reports: "fftw-3.3.10-sse2-avx".
  public static var version: String {
    headstock_fftwf_version().map { String(cString: $0) } ?? "unknown"
  }
}
