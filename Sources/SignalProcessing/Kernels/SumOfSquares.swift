// SPDX-License-Identifier: MIT

/// Returns Σ x², the energy of `samples`.
///
/// - Parameter samples: any number of samples.
/// - Returns: the sum, 0 for no samples.
/// - Complexity: O(n), eight samples a step. Does not allocate.
public func sumOfSquares(_ samples: Span<Float>) -> Float {
  var sums = SIMD8<Float>()
  let vectorised = samples.count & ~7
  var index = 0
  while index < vectorised {
    let lanes = SIMD8<Float>(samples, at: index)
    sums += lanes * lanes
    index += 8
  }
  var total = sums.sum()
  while index < samples.count {
    total += samples[index] * samples[index]
    index += 1
  }
  return total
}

/// The scalar twin of `sumOfSquares`.
func sumOfSquaresScalar(_ samples: Span<Float>) -> Float {
  var total: Float = 0
  for index in samples.indices { total += samples[index] * samples[index] }
  return total
}
