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
  var sums = (SIMD8<Float>(), SIMD8<Float>())
  let vectorised = count & ~15
  left.withUnsafeBufferPointer { left in
    right.withUnsafeBufferPointer { right in
      guard vectorised > 0, let left = left.baseAddress, let right = right.baseAddress else {
        return
      }
      var index = 0
      while index < vectorised {
        sums.0 += SIMD8(left + index) * SIMD8(right + index)
        sums.1 += SIMD8(left + index + 8) * SIMD8(right + index + 8)
        index += 16
      }
    }
  }
  var total = (sums.0 + sums.1).sum()
  var index = vectorised
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
