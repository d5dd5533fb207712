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

/// Returns the energies of two arrays of samples, each as ``sumOfSquares(_:)`` returns it.
///
/// Both at once take little longer than one, because the additions of one need not wait for those
/// of the other.
///
/// - Parameters:
///   - first: any number of samples.
///   - second: as many samples.
/// - Returns: the sums, equal to those of two calls bit for bit.
/// - Complexity: O(n), sixteen samples of each per step. Does not allocate.
public func sumsOfSquares(_ first: Span<Float>, _ second: Span<Float>) -> SIMD2<Float> {
  precondition(first.count == second.count, "The arrays have the same length.")
  var (sums, others) = (SIMD8<Float>(), SIMD8<Float>())
  var (secondSums, secondOthers) = (SIMD8<Float>(), SIMD8<Float>())
  let vectorised = first.count & ~15
  first.withUnsafeBufferPointer { first in
    second.withUnsafeBufferPointer { second in
      guard vectorised > 0, var address = first.baseAddress, var place = second.baseAddress else {
        return
      }
      let end = address + vectorised
      while address < end {
        let (lanes, next) = (SIMD8<Float>(address), SIMD8<Float>(address + 8))
        sums += lanes * lanes
        others += next * next
        let (secondLanes, secondNext) = (SIMD8<Float>(place), SIMD8<Float>(place + 8))
        secondSums += secondLanes * secondLanes
        secondOthers += secondNext * secondNext
        address += 16
        place += 16
      }
    }
  }
  var totals = SIMD2((sums + others).sum(), (secondSums + secondOthers).sum())
  for index in vectorised..<first.count {
    totals.x += first[index] * first[index]
    totals.y += second[index] * second[index]
  }
  return totals
}
