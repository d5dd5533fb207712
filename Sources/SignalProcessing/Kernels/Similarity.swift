// SPDX-License-Identifier: MIT

/// Writes the normalised square difference of a window with itself from its correlation:
/// similarity[τ] = scale·Re products[τ] / (Σ x[j]² + x[j+τ]² over all j that have a partner).
///
/// - Parameters:
///   - products: the correlation at each lag, in any scale: the real parts of interleaved complex numbers, as
///     the transform of `writeEvenPower` leaves them.
///   - samples: the window x; as many as `similarity` or more.
///   - scale: twice what makes a sum of products of one of `products`.
///   - similarity: one float a lag, overwritten; 0 where no energy is left.
/// - Complexity: O(n), eight lags a step. Does not allocate.
public func writeSimilarity(
  of products: Span<Float>, samples: Span<Float>, scale: Double,
  into similarity: inout MutableSpan<Float>
) {
  let count = similarity.count
  precondition(products.count >= 2 * count && samples.count >= count)
  let total = Double(sumOfSquares(samples))
  let silence = Float(total * 1e-9 + 1e-30)
  // Double: the energy is a running sum, and float rounding would pile up over the lags.
  var energy = 2 * total
  var index = 0
  while index + 8 <= count {
    let leaving = SIMD8<Float>(samples, at: index)
    let entering = SIMD8<Float>(samples, at: samples.count - index - 8)
    let reversed = SIMD8(
      entering[7], entering[6], entering[5], entering[4], entering[3], entering[2], entering[1],
      entering[0])
    let steps = leaving * leaving + reversed * reversed
    var energies = SIMD8<Float>()
    for lane in 0..<8 {
      energies[lane] = Float(energy)
      energy -= Double(steps[lane])
    }
    let found = Float(scale) * SIMD16<Float>(products, at: 2 * index).evenHalf / energies
    SIMD8<Float>(repeating: 0).replacing(with: found, where: energies .> silence)
      .store(to: &similarity, at: index)
    index += 8
  }
  writeSimilarityRest(products, samples, Float(scale), silence, energy, &similarity, from: index)
}

/// The scalar twin of `writeSimilarity`.
func writeSimilarityScalar(
  of products: Span<Float>, samples: Span<Float>, scale: Double,
  into similarity: inout MutableSpan<Float>
) {
  precondition(products.count >= 2 * similarity.count && samples.count >= similarity.count)
  let total = Double(sumOfSquaresScalar(samples))
  writeSimilarityRest(
    products, samples, Float(scale), Float(total * 1e-9 + 1e-30), 2 * total, &similarity, from: 0)
}

@inline(__always)
private func writeSimilarityRest(
  _ products: Span<Float>, _ samples: Span<Float>, _ scale: Float, _ silence: Float,
  _ energyBefore: Double, _ similarity: inout MutableSpan<Float>, from start: Int
) {
  var energy = energyBefore
  for lag in start..<max(start, similarity.count) {
    let here = Float(energy)
    similarity[lag] = here > silence ? scale * products[2 * lag] / here : 0
    let (leaving, entering) = (samples[lag], samples[samples.count - 1 - lag])
    energy -= Double(leaving * leaving + entering * entering)
  }
}
