// SPDX-License-Identifier: MIT

internal import CMathematics

/// The power spectrum and the autocorrelation of real samples, in single precision.
///
/// A complex transform of half as many points has the even samples as real parts and the odd ones
/// as imaginary parts. The pass that squares the bins also separates them. One plan and two buffers
/// serve both results, so a second transform finds everything in the cache.
///
/// Source: Cooley, Lewis & Welch 1970, doi:10.1016/0022-460X(70)90075-1.
public struct PowerTransform: ~Copyable {
  /// The samples of a transform.
  public let count: Int
  private let plan: ComplexPlan
  private let turns: AlignedBuffer
  private var real: AlignedBuffer
  private var bins: AlignedBuffer

  /// The number of bins from 0 to half the rate.
  public var binCount: Int { count / 2 + 1 }

  /// Plans transforms of `count` samples.
  ///
  /// - Parameters:
  ///   - count: the samples of a transform.
  ///   - planning: the effort for a fast plan.
  /// - Throws: `SignalProcessingError.transformTooShort` below 4 samples, `.oddTransform` for an
  ///   odd count, `.planFailed` as for ``RealFFT``.
  public init(
    count: Int, planning: RealFFT.Planning = .estimate
  ) throws(SignalProcessingError) {
    guard count >= 4 else { throw .transformTooShort(required: 4, actual: count) }
    guard count.isMultiple(of: 2) else { throw .oddTransform(actual: count) }
    let real = AlignedBuffer(count: count)
    let bins = AlignedBuffer(count: count)
    guard let plan = ComplexPlan(count: count / 2, planning, input: real, output: bins) else {
      throw .planFailed(count: count)
    }
    self.count = count
    self.plan = plan
    turns = Self.turns(count: count)
    self.real = AlignedBuffer(count: count)
    self.bins = bins
  }

  /// Returns cos(2πk/count) for k from 0 to count/4, followed by the sines.
  static func turns(count: Int) -> AlignedBuffer {
    let row = count / 4 + 1
    var turns = AlignedBuffer(count: 2 * row)
    var span = turns.mutableSpan
    let angle = 2 * Double.pi / Double(count)
    let (stepCosine, stepSine) = (cos(angle), sin(angle))
    var (cosine, sine) = (1.0, 0.0)
    for index in 0..<row {
      // Between two computed angles, the errors of the turns stay far below the precision of
      // floats. The last cosine may be nearly 0, where every error counts.
      if index.isMultiple(of: turnsOfOneStart) || index == row - 1 {
        let angle = 2 * Double.pi * Double(index) / Double(count)
        (cosine, sine) = (cos(angle), sin(angle))
      } else {
        (cosine, sine) = (
          cosine * stepCosine - sine * stepSine, sine * stepCosine + cosine * stepSine
        )
      }
      span[index] = Float(cosine)
      span[row + index] = Float(sine)
    }
    return turns
  }

  /// The number of turns from one computed angle to the next.
  private static let turnsOfOneStart = 16

  /// The input of the next transform, at any scale.
  ///
  /// There are `count` of them.
  public var samples: MutableSpan<Float> {
    @_lifetime(&self) mutating get { real.mutableSpan }
  }

  /// The same floats or the result that overwrote them, for reading.
  public var values: Span<Float> {
    @_lifetime(borrow self) get { real.span }
  }

  /// Copies `samples` to the input, with zeros before and after them.
  ///
  /// - Parameters:
  ///   - samples: any number, at any scale.
  ///   - start: the number of zeros before them.
  /// - Precondition: they fit.
  public mutating func place(_ samples: Span<Float>, at start: Int) {
    real.clear(to: start)
    real.copy(samples, to: start)
    real.clear(from: start + samples.count)
  }

  /// Writes the power of the samples at every frequency: scale·|X[k]|².
  ///
  /// - Parameters:
  ///   - scale: a factor on every power.
  ///   - power: `binCount` floats.
  /// - Complexity: O(n log n). Does not allocate or lock.
  public mutating func writePower(scale: Float, into power: inout MutableSpan<Float>) {
    run()
    SignalProcessing.writePower(ofPaired: bins.span, turns: turns.span, scale: scale, into: &power)
  }

  /// Overwrites the samples with their circular autocorrelation: count·Σ x[j]·x[j + lag] at index
  /// lag.
  ///
  /// A power spectrum is even, so its forward transform is its inverse transform.
  ///
  /// - Parameter lagCount: the number of lags from 0 on, `binCount` at most; the values after them
  ///   have no meaning.
  /// - Complexity: O(n log n), two transforms. Does not allocate or lock.
  public mutating func correlate(lagCount: Int) {
    run()
    Self.writeEvenPower(bins, turns, into: &real)
    run()
    Self.writeRealParts(bins, turns, count: lagCount, into: &real)
  }

  private static func writeRealParts(
    _ bins: borrowing AlignedBuffer, _ turns: borrowing AlignedBuffer, count: Int,
    into real: inout AlignedBuffer
  ) {
    var values = real.mutableSpan
    SignalProcessing.writeRealParts(
      ofPaired: bins.span, turns: turns.span, count: count, into: &values)
  }

  private static func writeEvenPower(
    _ bins: borrowing AlignedBuffer, _ turns: borrowing AlignedBuffer,
    into real: inout AlignedBuffer
  ) {
    var values = real.mutableSpan
    SignalProcessing.writePower(ofPaired: bins.span, turns: turns.span, scale: 1, into: &values)
    mirror(&values)
  }

  private mutating func run() { plan.forward(real.address, into: bins.address) }
}
