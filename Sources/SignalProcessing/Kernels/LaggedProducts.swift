// SPDX-License-Identifier: MIT

/// The sums from which the repetition of samples is computed.
public struct LaggedProducts: Hashable, Sendable {
  /// Σ x·y: the products of samples with those one lag earlier.
  public var product: Float = 0
  /// Σ x².
  public var own: Float = 0
  /// Σ y².
  public var other: Float = 0
}

/// Multiplies samples x with those a lag earlier, y[i] = earlier[i+1] + share·(earlier[i] −
/// earlier[i+1]), for a lag between whole samples.
///
/// - Parameters:
///   - samples: x; any number.
///   - earlier: one sample more than `samples`: those one whole lag earlier, and one before them.
///   - share: the fraction of the lag, 0…1.
/// - Returns: the sums; 0 for no samples.
/// - Complexity: O(n), eight samples per step. Does not allocate.
public func laggedProducts(
  of samples: Span<Float>, with earlier: Span<Float>, share: Float
) -> LaggedProducts {
  precondition(earlier.count > samples.count)
  var (products, owns, others) = (SIMD8<Float>(), SIMD8<Float>(), SIMD8<Float>())
  let vectorised = samples.count & ~7
  samples.withUnsafeBufferPointer { samples in
    earlier.withUnsafeBufferPointer { earlier in
      guard vectorised > 0, var now = samples.baseAddress, var before = earlier.baseAddress else {
        return
      }
      let end = now + vectorised
      while now < end {
        let (x, last) = (SIMD8<Float>(now), SIMD8<Float>(before + 1))
        let y = last + share * (SIMD8<Float>(before) - last)
        products += x * y
        owns += x * x
        others += y * y
        now += 8
        before += 8
      }
    }
  }
  return laggedProductsRest(
    samples, earlier, share, from: vectorised,
    LaggedProducts(product: products.sum(), own: owns.sum(), other: others.sum()))
}

@inline(__always)
func laggedProductsRest(
  _ samples: Span<Float>, _ earlier: Span<Float>, _ share: Float, from start: Int,
  _ sums: LaggedProducts
) -> LaggedProducts {
  var sums = sums
  for index in start..<samples.count {
    let now = samples[index]
    let before = earlier[index + 1] + share * (earlier[index] - earlier[index + 1])
    sums.product += now * before
    sums.own += now * now
    sums.other += before * before
  }
  return sums
}
