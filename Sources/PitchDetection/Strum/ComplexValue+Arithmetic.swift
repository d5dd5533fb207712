// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

extension ComplexValue {
  /// Divides two numbers.
  @inline(__always)
  static func / (left: ComplexValue, right: ComplexValue) -> ComplexValue {
    let scale = 1 / right.squaredMagnitude
    return ComplexValue(
      (left.re * right.re + left.im * right.im) * scale,
      (left.im * right.re - left.re * right.im) * scale)
  }

  /// The number times i.
  @inline(__always)
  var turned: ComplexValue { ComplexValue(-im, re) }

  /// Returns Re(self · conj(other)).
  @inline(__always)
  func dot(_ other: ComplexValue) -> Double { re * other.re + im * other.im }
}

/// Conversions between ratios of frequencies and cents, with elementary functions that return the
/// same bits everywhere.
enum CentRatio {
  /// The cents in a factor of e: 1200/ln 2.
  static let perNeper = 1731.234_049_066_756_2

  /// Returns 1200·log2(ratio).
  @inline(__always)
  static func cents(of ratio: Double) -> Double { 1200 * binaryLogarithm(of: ratio) }

  /// Returns 2^(cents/1200).
  @inline(__always)
  static func ratio(of cents: Double) -> Double { powerOfTwo(cents * (1 / 1200.0)) }
}

/// Returns the natural logarithm of a number above 0.
@inline(__always)
func naturalLogarithm(of number: Double) -> Double {
  binaryLogarithm(of: number) * 0.693_147_180_559_945_3
}
