// SPDX-License-Identifier: MIT

// Not every machine has an instruction for these, and where it has none the mathematics library is called.

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

/// Returns the whole number nearest to `value`, of two as near the even one.
///
/// - Parameter value: below 2⁵¹ in magnitude.
/// - Returns: the whole number.
@inlinable
@inline(__always)
package func nearestWhole(_ value: Double) -> Double {
  // Added to this, a number has no place left for a fraction; an instruction for it not every machine has.
  let places = 0x1.8p52
  return (value + places) - places
}
