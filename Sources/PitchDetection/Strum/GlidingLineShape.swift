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
  // | name         | unit | source                                                              |
  // | ------------ | ---- | ------------------------------------------------------------------- |
  // | timeConstant | s    | of the glide of a plucked string; the test signals have the same    |
  // | pointCount   | 1    | points of the quadrature; 24 suffice for three bins on each side    |
  // | steep        | bins | reach of the derivatives, which are below −50 dB beyond it          |
  // | bound        | 1    | largest exponent of the glide; an earlier glide is another string's |
  /// The time τ in which a glide falls to 1/e.
  static let timeConstant = 0.08
  static let pointCount = 32
  private static let bound = 6.0
  private static let steep = 5

  /// H of a line on one bin, and its derivatives with respect to frequency (in hertz), decay and γ.
  struct Bin: BitwiseCopyable {
    var value = ComplexValue()
    var byFrequency = ComplexValue()
    var byDecay = ComplexValue()
    var byGlide = ComplexValue()
  }

  private typealias Vector = SIMD2<Double>
  private static let vectorCount = pointCount / 2

  private var hann = FixedArray(repeating: Vector.zero, count: Self.vectorCount)
  private var places = FixedArray(repeating: Vector.zero, count: Self.vectorCount)
  private var phases = FixedArray(repeating: Vector.zero, count: Self.vectorCount)
  /// The real and imaginary parts of e^(−2πi·u_j·κ), a row for each κ.
  private var cosines = FixedArray(
    repeating: Vector.zero, count: Self.vectorCount * LineShape.width)
  private var sines = FixedArray(
    repeating: Vector.zero, count: Self.vectorCount * LineShape.width)
  private var re = FixedArray(repeating: Vector.zero, count: Self.vectorCount)
  private var im = FixedArray(repeating: Vector.zero, count: Self.vectorCount)
  private var seconds = 0.0

  init() {
    for point in 0..<Self.pointCount {
      let (vector, lane) = (point >> 1, point & 1)
      let u = (Double(point) + 0.5) / Double(Self.pointCount) - 0.5
      places[vector][lane] = u
      hann[vector][lane] =
        (0.5 + 0.5 * sineAndCosine(of: 2 * Double.pi * u).cosine) / Double(Self.pointCount)
      for bin in 0..<LineShape.width {
        let turn = sineAndCosine(of: -2 * Double.pi * u * Double(bin - LineShape.reach))
        cosines[bin * Self.vectorCount + vector][lane] = turn.cosine
        sines[bin * Self.vectorCount + vector][lane] = turn.sine
      }
    }
  }

  /// Prepares for windows of this length in seconds.
  mutating func prepare(seconds: Double) {
    self.seconds = seconds
    for point in 0..<Self.pointCount {
      let exponent = places[point >> 1][point & 1] * seconds / Self.timeConstant
      let bounded = min(max(exponent, -Self.bound), Self.bound)
      phases[point >> 1][point & 1] =
        -2 * Double.pi * Self.timeConstant * (exponential(of: -bounded) - 1)
    }
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
    for bin in 0..<LineShape.width {
      let isSteep = abs(bin - LineShape.reach) <= Self.steep
      output[start + bin] =
        isSteep ? sumsWithSlopes(bin, frequency) : Bin(value: sum(bin))
    }
    return nearest
  }

  private func sum(_ bin: Int) -> ComplexValue {
    let row = bin * Self.vectorCount
    var (sumRe, sumIm) = (Vector.zero, Vector.zero)
    for vector in 0..<Self.vectorCount {
      let (cosine, sine) = (cosines[row + vector], sines[row + vector])
      sumRe += re[vector] * cosine - im[vector] * sine
      sumIm += re[vector] * sine + im[vector] * cosine
    }
    return ComplexValue(sumRe.sum(), sumIm.sum())
  }

  private func sumsWithSlopes(_ bin: Int, _ frequency: Double) -> Bin {
    let row = bin * Self.vectorCount
    var (sumRe, sumIm) = (Vector.zero, Vector.zero)
    var (firstRe, firstIm) = (Vector.zero, Vector.zero)
    var (bentRe, bentIm) = (Vector.zero, Vector.zero)
    for vector in 0..<Self.vectorCount {
      let (cosine, sine) = (cosines[row + vector], sines[row + vector])
      let termRe = re[vector] * cosine - im[vector] * sine
      let termIm = re[vector] * sine + im[vector] * cosine
      let (place, phase) = (places[vector], phases[vector])
      sumRe += termRe
      sumIm += termIm
      firstRe += termRe * place
      firstIm += termIm * place
      bentRe += termRe * phase
      bentIm += termIm * phase
    }
    let first = ComplexValue(firstRe.sum(), firstIm.sum())
    return Bin(
      value: ComplexValue(sumRe.sum(), sumIm.sum()),
      byFrequency: first.turned * (2 * Double.pi * seconds), byDecay: first * -seconds,
      byGlide: ComplexValue(-bentIm.sum(), bentRe.sum()) * frequency)
  }

  /// Writes the real and imaginary parts of hann·e^(i·fraction·u − decay·u + i·bend·phase) at the
  /// points of the quadrature.
  private mutating func writeIntegrand(fraction: Double, decay: Double, bend: Double) {
    let step = exponential(of: -decay / Double(Self.pointCount))
    var damping = exponential(of: -decay * places[0][0])
    for vector in 0..<Self.vectorCount {
      let angles = fraction * places[vector] + bend * phases[vector]
      let (first, second) = (sineAndCosine(of: angles[0]), sineAndCosine(of: angles[1]))
      let size = hann[vector] * Vector(damping, damping * step)
      re[vector] = Vector(first.cosine, second.cosine) * size
      im[vector] = Vector(first.sine, second.sine) * size
      damping *= step * step
    }
  }
}
