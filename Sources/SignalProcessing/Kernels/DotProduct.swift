// SPDX-License-Identifier: MIT

/// Returns Σ left[k]·right[k].
///
/// - Parameters:
///   - left: any number of floats.
///   - right: as many.
/// - Returns: the sum, 0 for no floats.
/// - Complexity: O(n), sixteen products a step. Does not allocate.
public func dotProduct(_ left: Span<Float>, _ right: Span<Float>) -> Float {
  let count = left.count
  precondition(right.count == count)
  // Two sums: one alone waits for its own last addition.
  var first = SIMD8<Float>()
  var second = SIMD8<Float>()
  var index = 0
  while index + 16 <= count {
    first += SIMD8(left, at: index) * SIMD8(right, at: index)
    second += SIMD8(left, at: index + 8) * SIMD8(right, at: index + 8)
    index += 16
  }
  if index + 8 <= count {
    first += SIMD8(left, at: index) * SIMD8(right, at: index)
    index += 8
  }
  var total = (first + second).sum()
  while index < count {
    total += left[index] * right[index]
    index += 1
  }
  return total
}

/// The scalar twin of `dotProduct`.
func dotProductScalar(_ left: Span<Float>, _ right: Span<Float>) -> Float {
  precondition(right.count == left.count)
  var total: Float = 0
  for index in left.indices { total += left[index] * right[index] }
  return total
}
