// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

extension ComplexValue {
  /// Returns the quotient of two complex numbers.
  @inline(__always)
  static func / (left: ComplexValue, right: ComplexValue) -> ComplexValue {
    let scale = 1 / right.squaredMagnitude
    return ComplexValue(
      (left.re * right.re + left.im * right.im) * scale,
      (left.im * right.re - left.re * right.im) * scale)
  }

  /// The product of the number and i.
  @inline(__always)
  var turned: ComplexValue { ComplexValue(-im, re) }

  /// Returns Re(self · conj(other)).
  @inline(__always)
  func dot(_ other: ComplexValue) -> Double { re * other.re + im * other.im }
}
