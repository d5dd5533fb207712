// SPDX-License-Identifier: MIT

/// Returns Σ x², the energy of `samples`.
///
/// - Parameter samples: any number of samples.
/// - Returns: the sum, 0 for no samples.
/// - Complexity: O(n), sixteen samples per step. Does not allocate.
public func sumOfSquares(_ samples: Span<Float>) -> Float {
  // Two alternating sums: a single one would wait for its own additions.
  var (sums, others) = (SIMD8<Float>(), SIMD8<Float>())
  let vectorised = samples.count & ~15
  samples.withUnsafeBufferPointer { samples in
    guard vectorised > 0, var address = samples.baseAddress else { return }
    let end = address + vectorised
    while address < end {
      let (lanes, next) = (SIMD8<Float>(address), SIMD8<Float>(address + 8))
      sums += lanes * lanes
      others += next * next
      address += 16
    }
  }
  var total = (sums + others).sum()
  for index in vectorised..<samples.count { total += samples[index] * samples[index] }
  return total
}
