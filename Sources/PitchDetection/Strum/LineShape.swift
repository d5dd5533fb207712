// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// The shape of a decaying line in the spectrum of a Hann window, with its derivatives.
///
/// The spectrum of a line a·e^(2πi·f·t − α·t) is a·H on bin k. t counts from the middle of the
/// window. With the length T of the window, z = f·T − k and u = t/T:
///
///     H(z) = ∫ (½ + ½·cos 2πu)·e^(2πi·z·u − α·T·u) du over u from −½ to ½
///          = sin πw / (2πw·(1 − w²)),   w = z + i·α·T/2π
///
/// Phases are relative to the middle of the window.
struct LineShape {
  // | name   | unit | source                                                    |
  // | ------ | ---- | --------------------------------------------------------- |
  // | reach  | bins | beyond it a Hann window leaks less than −70 dB            |
  // | series | 1    | w·w̄ below which a power series replaces the quotient 0/0 |
  /// The number of bins on each side of the nearest bin that a line reaches.
  static let reach = 10
  /// The number of bins that a line reaches.
  static let width = 2 * reach + 1
  private static let series = 0.25

  /// The bin nearest to the line.
  let nearest: Int
  private let place: ComplexValue
  private let sine: ComplexValue
  private let cosine: ComplexValue

  /// Prepares the shape of a line.
  ///
  /// - Parameters:
  ///   - frequency: f, in hertz.
  ///   - decay: α, in 1/s.
  ///   - seconds: T, in seconds.
  init(frequency: Double, decay: Double, seconds: Double) {
    let bins = frequency * seconds
    nearest = Int(bins.rounded())
    place = ComplexValue(bins - Double(nearest), decay * seconds / (2 * Double.pi))
    let turn = sineAndCosine(of: Double.pi * place.re)
    let growth = exponential(of: Double.pi * place.im)
    let (even, odd) = ((growth + 1 / growth) / 2, (growth - 1 / growth) / 2)
    sine = ComplexValue(turn.sine * even, turn.cosine * odd)
    cosine = ComplexValue(turn.cosine * even, -turn.sine * odd)
  }

  /// Returns H and dH/dw on the bin that lies `offset` bins above the nearest bin.
  @inline(__always)
  func value(at offset: Int) -> (value: ComplexValue, slope: ComplexValue) {
    let w = ComplexValue(place.re - Double(offset), place.im)
    if abs(offset) <= 1 {
      let zero = w.re > 0.5 ? 1.0 : w.re < -0.5 ? -1.0 : 0
      let distance = ComplexValue(w.re - zero, w.im)
      if distance.squaredMagnitude < Self.series { return Self.nearZero(w, distance, zero) }
    }
    let square = w * w
    let sign = offset & 1 == 0 ? 1.0 : -1.0
    let below = (w - w * square) * (2 * Double.pi * sign)
    let belowSlope = ComplexValue(
      2 * Double.pi * sign * (1 - 3 * square.re), 2 * Double.pi * sign * (-3 * square.im))
    let inverse = ComplexValue(1) / below
    let value = sine * inverse
    return (value, (cosine * Double.pi - value * belowSlope) * inverse)
  }

  /// Returns H and dH/dw near a zero of the denominator, where the quotient is 0/0.
  private static func nearZero(
    _ w: ComplexValue, _ distance: ComplexValue, _ zero: Double
  ) -> (value: ComplexValue, slope: ComplexValue) {
    // The series of sin(πr)/(πr) and of its slope in q = (πr)².
    let q = distance * distance * (Double.pi * Double.pi)
    var (sum, slope) = (ComplexValue(), ComplexValue())
    for order in stride(from: 9, through: 1, by: -1) {
      let coefficient = seriesCoefficients[order]
      slope = slope * q + ComplexValue(coefficient * Double(order))
      sum = sum * q + ComplexValue(coefficient)
    }
    sum = sum * q + ComplexValue(1)
    slope = slope * distance * (2 * Double.pi * Double.pi)
    // The other two factors of the denominator.
    let (other, otherSlope): (ComplexValue, ComplexValue)
    if zero == 0 {
      other = (ComplexValue(1) - w * w) * 2
      otherSlope = w * -4
    } else {
      other = (w * w + w * zero) * 2
      otherSlope = (w * 2 + ComplexValue(zero)) * 2
    }
    let inverse = ComplexValue(1) / other
    let value = sum * inverse
    return (value, (slope - value * otherSlope) * inverse)
  }

  /// The coefficients (−1)^n/(2n + 1)! of sin(x)/x.
  private static let seriesCoefficients: InlineArray<10, Double> = [
    1, -1.0 / 6, 1.0 / 120, -1.0 / 5040, 1.0 / 362_880, -1.0 / 39_916_800,
    1.0 / 6_227_020_800, -1.0 / 1_307_674_368_000, 1.0 / 355_687_428_096_000,
    -1.0 / 121_645_100_408_832_000,
  ]
}
