// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// The shape of a line whose frequency glides, computed by quadrature.
///
/// It is `LineShape` with a phase ψ(u) = −2π·f·γ·τ·(e^(−u·T/τ) − 1) in the integral. γ is the
/// relative excess of the frequency in the middle of the window. The excess decays with the time
/// constant τ, so f is the frequency after the glide. The quadrature takes the middles of 32 equal
/// parts of the window. Their aliases lie 22 bins or more away, below −90 dB.
struct GlidingLineShape: ~Copyable {
  // | name         | unit | source                                                                |
  // | ------------ | ---- | --------------------------------------------------------------------- |
  // | timeConstant | s    | time constant of the glide of a plucked string: that of the test      |
  // |              |      | signals; recorded strings glide longer                                |
  // |              |      | (docs/decisions/0085-strings-of-a-stroke-by-fits-and-clusters.md)     |
  // | pointCount   | 1    | points of the quadrature; 24 suffice for three bins on each side      |
  // | steep        | bins | reach of the derivatives, which are below −50 dB beyond it            |
  // | flat         | rad  | angle below which the short series of a sine are exact to 1e-11       |
  /// The time τ in which a glide falls to 1/e.
  static let timeConstant = 0.08
  static let pointCount = 32
  static let steep = 5
  private static let flat = 0.5

  /// H of a line on one bin, and its derivatives with respect to frequency (in hertz), decay and γ.
  struct Bin: BitwiseCopyable {
    var value = ComplexValue()
    var byFrequency = ComplexValue()
    var byDecay = ComplexValue()
    var byGlide = ComplexValue()
  }

  private typealias Pair = SIMD2<Double>
  private typealias Quad = SIMD4<Double>
  /// The number of points with u > 0.
  private static let half = pointCount / 2
  /// The number of vectors of two points with 0 < u < ¼.
  private static let quads = pointCount / 8
  /// The number of sequences that are transformed: the integrand, and its products with u and the
  /// phase.
  private static let sequenceCount = 3

  private var hann = FixedArray(repeating: 0.0, count: Self.half)
  private var places = FixedArray(repeating: 0.0, count: Self.half)
  /// The factors of each sequence at u and −u.
  private var weights = FixedArray(
    repeating: Pair(repeating: 1), count: Self.sequenceCount * Self.half)
  /// The cosines and sines of 2π·u·κ for 0 < u < ¼, each twice; a row for each κ from 0.
  private var cosines = FixedArray(
    repeating: Quad.zero, count: Self.quads * (LineShape.reach + 1))
  private var sines = FixedArray(
    repeating: Quad.zero, count: Self.quads * (LineShape.reach + 1))
  /// The integrand at u and −u.
  private var above = FixedArray(repeating: Pair.zero, count: Self.half)
  private var below = FixedArray(repeating: Pair.zero, count: Self.half)
  /// The folded sequences: the rows of each are even and odd parts for even κ, then for odd κ.
  private var folds = FixedArray(
    repeating: Quad.zero, count: Self.sequenceCount * 4 * Self.quads)
  private var seconds = 0.0
  /// The magnitude of the phase at the window's start if f·γ is 1.
  private(set) var largestPhase = 0.0

  init() {
    for point in 0..<Self.half {
      let u = (Double(point) + 0.5) / Double(Self.pointCount)
      places[point] = u
      weights[Self.half + point] = Pair(u, -u)
      hann[point] =
        (0.5 + 0.5 * sineAndCosine(of: 2 * Double.pi * u).cosine) / Double(Self.pointCount)
    }
    for bin in 0...LineShape.reach {
      for quad in 0..<Self.quads {
        let angle = 2 * Double.pi * Double(bin)
        let first = sineAndCosine(of: angle * places[2 * quad])
        let second = sineAndCosine(of: angle * places[2 * quad + 1])
        cosines[bin * Self.quads + quad] = Quad(
          first.cosine, first.cosine, second.cosine, second.cosine)
        sines[bin * Self.quads + quad] = Quad(first.sine, first.sine, second.sine, second.sine)
      }
    }
  }

  /// Prepares for windows of this length in seconds.
  mutating func prepare(seconds: Double) {
    self.seconds = seconds
    for point in 0..<Self.half {
      let exponent = places[point] * seconds / Self.timeConstant
      weights[2 * Self.half + point] = Pair(Self.phase(at: exponent), Self.phase(at: -exponent))
    }
    largestPhase = abs(weights[3 * Self.half - 1].y)
  }

  private static func phase(at exponent: Double) -> Double {
    -2 * Double.pi * timeConstant * (exponential(of: -exponent) - 1)
  }

  /// Writes the shape of a line on its 21 bins, and the derivatives on the nearest 11 bins.
  ///
  /// - Parameters:
  ///   - frequency: f, in hertz.
  ///   - decay: α, in 1/s.
  ///   - glide: γ, without a unit.
  ///   - output: receives the bins from `start` on.
  ///   - start: the index of the lowest bin.
  /// - Returns: the bin nearest to the line.
  mutating func write(
    frequency: Double, decay: Double, glide: Double, into output: inout FixedArray<Bin>,
    at start: Int
  ) -> Int {
    let bins = frequency * seconds
    let nearest = Int(bins.rounded())
    let fraction = 2 * Double.pi * (bins - Double(nearest))
    writeIntegrand(fraction: fraction, decay: decay * seconds, bend: frequency * glide)
    for sequence in 0..<Self.sequenceCount { fold(sequence) }
    let middle = start + LineShape.reach
    for bin in 0...LineShape.reach {
      let value = transform(0, bin)
      guard bin <= Self.steep else {
        output[middle + bin] = Bin(value: value.above)
        output[middle - bin] = Bin(value: value.below)
        continue
      }
      let (first, bent) = (transform(1, bin), transform(2, bin))
      output[middle + bin] = self.bin(value.above, first.above, bent.above, frequency)
      output[middle - bin] = self.bin(value.below, first.below, bent.below, frequency)
    }
    return nearest
  }

  @inline(__always)
  private func bin(
    _ value: ComplexValue, _ first: ComplexValue, _ bent: ComplexValue, _ frequency: Double
  ) -> Bin {
    Bin(
      value: value, byFrequency: first.turned * (2 * Double.pi * seconds),
      byDecay: first * -seconds, byGlide: bent.turned * frequency)
  }

  /// Returns the transform of a sequence at κ and −κ.
  @inline(__always)
  private func transform(
    _ sequence: Int, _ bin: Int
  ) -> (above: ComplexValue, below: ComplexValue) {
    let even = folds.address + (4 * sequence + 2 * (bin & 1)) * Self.quads
    let odd = even + Self.quads
    let (cosines, sines) = (
      cosines.address + bin * Self.quads, sines.address + bin * Self.quads
    )
    var (evenSum, oddSum) = (Quad.zero, Quad.zero)
    for quad in 0..<Self.quads {
      evenSum += even[quad] * cosines[quad]
      oddSum += odd[quad] * sines[quad]
    }
    let (a, b) = (evenSum.lowHalf + evenSum.highHalf, oddSum.lowHalf + oddSum.highHalf)
    return (ComplexValue(a.x + b.y, a.y - b.x), ComplexValue(a.x - b.y, a.y + b.x))
  }

  /// Folds a sequence to a quarter of its points.
  ///
  /// The cosine is even and the sine odd, and at ½ − u they have the same magnitude as at u.
  @inline(__always)
  private mutating func fold(_ sequence: Int) {
    let row = 4 * sequence * Self.quads
    for quad in 0..<Self.quads {
      let (first, second) = (parts(sequence, 2 * quad), parts(sequence, 2 * quad + 1))
      let last = Self.half - 1 - 2 * quad
      let (mirrored, next) = (parts(sequence, last), parts(sequence, last - 1))
      let (even, odd) = (
        Quad(lowHalf: first.even, highHalf: second.even),
        Quad(lowHalf: first.odd, highHalf: second.odd)
      )
      let (farEven, farOdd) = (
        Quad(lowHalf: mirrored.even, highHalf: next.even),
        Quad(lowHalf: mirrored.odd, highHalf: next.odd)
      )
      folds[row + quad] = even + farEven
      folds[row + Self.quads + quad] = odd - farOdd
      folds[row + 2 * Self.quads + quad] = even - farEven
      folds[row + 3 * Self.quads + quad] = odd + farOdd
    }
  }

  /// Returns the even and the odd part of a sequence at a point.
  @inline(__always)
  private func parts(_ sequence: Int, _ point: Int) -> (even: Pair, odd: Pair) {
    let weight = weights[sequence * Self.half + point]
    let (right, left) = (above[point] * weight.x, below[point] * weight.y)
    return (right + left, right - left)
  }

  /// Writes hann·e^(i·fraction·u − decay·u + i·bend·phase) at the points of the quadrature.
  private mutating func writeIntegrand(fraction: Double, decay: Double, bend: Double) {
    let turn = sineAndCosine(of: fraction * places[0])
    let damping = exponential(of: -decay * places[0])
    let first = ComplexValue(turn.cosine, turn.sine)
    // The points lie at 1, 3, 5, … times the first one.
    var (right, left) = (first * damping, first.conjugate * (1 / damping))
    let (ahead, back) = (right * right, left * left)
    let isStraight = bend == 0
    let isFlat = abs(bend) * largestPhase < Self.flat
    for point in 0..<Self.half {
      var (late, early) = (right * hann[point], left * hann[point])
      if !isStraight {
        let phase = weights[2 * Self.half + point] * bend
        let bent = isFlat ? Self.turns(phase) : Self.wideTurns(phase)
        late = late * ComplexValue(bent.cosine.x, bent.sine.x)
        early = early * ComplexValue(bent.cosine.y, bent.sine.y)
      }
      above[point] = Pair(late.re, late.im)
      below[point] = Pair(early.re, early.im)
      right = right * ahead
      left = left * back
    }
  }

  /// Returns the sines and cosines of two angles below `flat`.
  @inline(__always)
  private static func turns(_ angle: Pair) -> (sine: Pair, cosine: Pair) {
    let square = angle * angle
    var sine = square * (1.0 / 362_880) - 1.0 / 5040
    sine = sine * square + 1.0 / 120
    sine = sine * square - 1.0 / 6
    var cosine = square * (-1.0 / 3_628_800) + 1.0 / 40_320
    cosine = cosine * square - 1.0 / 720
    cosine = cosine * square + 1.0 / 24
    cosine = cosine * square - 0.5
    return (angle + angle * square * sine, 1 + square * cosine)
  }

  private static func wideTurns(_ angle: Pair) -> (sine: Pair, cosine: Pair) {
    let (first, second) = (sineAndCosine(of: angle.x), sineAndCosine(of: angle.y))
    return (Pair(first.sine, second.sine), Pair(first.cosine, second.cosine))
  }
}
