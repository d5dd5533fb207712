// SPDX-License-Identifier: MIT

// The baseline x86-64 processor has no instruction to round a number. Without these functions each
// rounding is a call of the C library.

/// Returns the greatest whole number that is not above `value`.
///
/// - Parameter value: below 2⁵¹ in magnitude.
/// - Returns: the whole number.
@inlinable
@inline(__always)
package func wholeBelow(_ value: Double) -> Double {
  let nearest = nearestWhole(value)
  return nearest > value ? nearest - 1 : nearest
}

/// Returns the least whole number that is not below `value`.
///
/// - Parameter value: below 2⁵¹ in magnitude.
/// - Returns: the whole number.
@inlinable
@inline(__always)
package func wholeAbove(_ value: Double) -> Double {
  let nearest = nearestWhole(value)
  return nearest < value ? nearest + 1 : nearest
}

/// Returns the whole number nearest to `value`; the even one of two that are equally near.
///
/// - Parameter value: below 2⁵¹ in magnitude.
/// - Returns: the whole number.
@inlinable
@inline(__always)
package func nearestWhole(_ value: Double) -> Double {
  // The sum has no bits for a fraction, so the addition rounds.
  let places = 0x1.8p52
  return (value + places) - places
}
