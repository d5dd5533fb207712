// SPDX-License-Identifier: MIT

/// Returns the greatest common divisor of two numbers, by Euclid's algorithm.
///
/// - Parameters:
///   - first: 0 or more.
///   - second: 0 or more.
/// - Returns: the divisor; the other number if one is 0.
func greatestCommonDivisor(of first: Int, _ second: Int) -> Int {
  var (divisor, remainder) = (first, second)
  while remainder > 0 { (divisor, remainder) = (remainder, divisor % remainder) }
  return divisor
}
