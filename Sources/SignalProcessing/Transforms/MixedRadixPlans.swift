// SPDX-License-Identifier: MIT

internal import CMathematics

/// A forward transform of complex points by ``MixedRadixTransform``.
struct MixedRadixComplexPlan: ~Copyable {
  private let transform: MixedRadixTransform

  /// Plans transforms of `count` complex points.
  ///
  /// It is `nil` for a prime factor above 5.
  init?(count: Int) {
    guard let transform = MixedRadixTransform(count: count) else { return nil }
    self.transform = transform
  }

  /// Plans as FFTW's plan does.
  ///
  /// The effort has no influence, and no buffer is written.
  init?(
    count: Int, _ planning: RealFFT.Planning, input: borrowing AlignedBuffer,
    output: borrowing AlignedBuffer
  ) {
    self.init(count: count)
  }

  /// Writes X[k] = Σ x[n]·e^(−2πikn/count), both interleaved.
  func forward(_ points: UnsafeMutablePointer<Float>, into bins: UnsafeMutablePointer<Float>) {
    transform.forward(points, into: bins)
  }
}

/// Both directions of a transform of real samples by a ``MixedRadixTransform`` of half as many
/// points, which has the even samples as real parts and the odd ones as imaginary parts.
///
/// Source: Cooley, Lewis & Welch 1970, doi:10.1016/0022-460X(70)90075-1.
struct MixedRadixRealPlan: ~Copyable {
  private let transform: MixedRadixTransform
  /// e^(−2πik/count) for k from 0 to count/4, interleaved.
  private let turns: AlignedBuffer

  /// Plans transforms of `count` samples, an even number.
  ///
  /// It is `nil` for a prime factor above 5.
  init?(count: Int) {
    guard let transform = MixedRadixTransform(count: count / 2) else { return nil }
    self.transform = transform
    var turns = AlignedBuffer(count: 2 * (count / 4 + 1))
    var span = turns.mutableSpan
    for index in 0...(count / 4) {
      let angle = -2 * Double.pi * Double(index) / Double(count)
      span[2 * index] = Float(cos(angle))
      span[2 * index + 1] = Float(sin(angle))
    }
    self.turns = turns
  }

  /// Plans as FFTW's plan does.
  ///
  /// The effort has no influence.
  init?(count: Int, _ planning: RealFFT.Planning) { self.init(count: count) }

  /// Writes the bins 0...count/2, interleaved.
  func forward(_ samples: UnsafeMutablePointer<Float>, into bins: UnsafeMutablePointer<Float>) {
    transform.forward(samples, into: bins)
    let half = transform.count
    let first = (bins[0], bins[1])
    (bins[0], bins[1]) = (first.0 + first.1, 0)
    (bins[2 * half], bins[2 * half + 1]) = (first.0 - first.1, 0)
    for index in stride(from: 1, through: half / 2, by: 1) {
      let (even, odd) = pair(bins, at: index)
      let turned = turn(index) * odd
      // `odd` is twice i times the transform of the odd samples.
      let (sum, difference) = (even + turned.turnedBack, even - turned.turnedBack)
      write(sum * 0.5, to: bins, at: index)
      write(ComplexLanes(difference.re, -difference.im) * 0.5, to: bins, at: half - index)
    }
  }

  /// Writes `count` samples from those bins, and overwrites the bins.
  func inverse(
    destroying bins: UnsafeMutablePointer<Float>, into samples: UnsafeMutablePointer<Float>
  ) {
    let half = transform.count
    let (first, last) = (bins[0], bins[2 * half])
    (bins[0], bins[1]) = (first + last, first - last)
    for index in stride(from: 1, through: half / 2, by: 1) {
      let (even, odd) = pair(bins, at: index)
      let factor = turn(index)
      let turned = ComplexLanes(factor.re, -factor.im) * odd
      // i times the odd part.
      let (sum, difference) = (even - turned.turnedBack, even + turned.turnedBack)
      write(sum, to: bins, at: index)
      write(ComplexLanes(difference.re, -difference.im), to: bins, at: half - index)
    }
    transform.inverse(bins, into: samples)
  }

  /// The sum of a bin and its partner's conjugate, and their difference.
  private func pair(
    _ bins: UnsafeMutablePointer<Float>, at index: Int
  ) -> (ComplexLanes<Float>, ComplexLanes<Float>) {
    let other = transform.count - index
    let here = ComplexLanes(bins[2 * index], bins[2 * index + 1])
    let there = ComplexLanes(bins[2 * other], -bins[2 * other + 1])
    return (here + there, here - there)
  }

  private func turn(_ index: Int) -> ComplexLanes<Float> {
    ComplexLanes(turns.address[2 * index], turns.address[2 * index + 1])
  }

  private func write(
    _ value: ComplexLanes<Float>, to bins: UnsafeMutablePointer<Float>, at index: Int
  ) {
    bins[2 * index] = value.re
    bins[2 * index + 1] = value.im
  }
}
