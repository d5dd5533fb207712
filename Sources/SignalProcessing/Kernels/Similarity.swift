// SPDX-License-Identifier: MIT

/// Writes the energy of a window and of its copy at each lag: energies[τ] = Σ x[j]² + x[j+τ]² over
/// all j for which both exist.
///
/// - Parameters:
///   - samples: the window x; as many as `energies` or more.
///   - energies: one float a lag, overwritten.
/// - Complexity: O(n), four lags per step. Does not allocate.
public func writeLaggedEnergies(
  of samples: Span<Float>, into energies: inout MutableSpan<Float>
) {
  let count = energies.count
  precondition(samples.count >= count)
  // Double precision: the energy is a running sum, and rounding errors in single precision would
  // add up over the lags.
  var energy = 2 * Double(sumOfSquares(samples))
  let vectorised = count & ~3
  samples.withUnsafeBufferPointer { all in
    energies.withUnsafeMutableBufferPointer { energies in
      guard vectorised > 0, var leaving = all.baseAddress, var place = energies.baseAddress
      else { return }
      var entering = leaving + all.count - 4
      let end = leaving + vectorised
      var left = energy
      while leaving < end {
        let (first, last) = (SIMD4(leaving), SIMD4(entering).reversed)
        var sums = first * first + last * last
        // The running sums over the lanes.
        sums += SIMD4(0, sums.x, sums.y, sums.z)
        sums += SIMD4(0, 0, sums.x, sums.y)
        (Float(left) - SIMD4(0, sums.x, sums.y, sums.z)).store(to: place)
        left -= Double(sums.w)
        leaving += 4
        entering -= 4
        place += 4
      }
      energy = left
    }
  }
  writeLaggedEnergiesRest(samples, energy, &energies, from: vectorised)
}

@inline(__always)
func writeLaggedEnergiesRest(
  _ samples: Span<Float>, _ energyBefore: Double, _ energies: inout MutableSpan<Float>,
  from start: Int
) {
  var energy = energyBefore
  for lag in start..<max(start, energies.count) {
    energies[lag] = Float(energy)
    let (leaving, entering) = (samples[lag], samples[samples.count - 1 - lag])
    energy -= Double(leaving * leaving + entering * entering)
  }
}

/// Divides a correlation by its energies: values[τ] = scale·products[τ] / values[τ], and 0 at lags
/// whose energy is almost 0 relative to the first.
///
/// - Parameters:
///   - values: the energies, as `writeLaggedEnergies` writes them; overwritten.
///   - products: the correlation at each lag, at any scale; as many as `values` or more.
///   - scale: 2 divided by the scale of `products`.
/// - Complexity: O(n), eight lags per step. Does not allocate.
public func normalise(
  _ values: inout MutableSpan<Float>, of products: Span<Float>, scale: Float
) {
  let count = values.count
  precondition(products.count >= count)
  guard count > 0 else { return }
  let silence = silence(beside: values[0])
  var index = 0
  while index + 8 <= count {
    let energy = SIMD8<Float>(values.span, at: index)
    let found = scale * SIMD8<Float>(products, at: index) / energy
    SIMD8<Float>(repeating: 0).replacing(with: found, where: energy .> silence)
      .store(to: &values, at: index)
    index += 8
  }
  normaliseRest(&values, products, scale, silence, from: index)
}

@inline(__always)
func silence(beside energy: Float) -> Float { 0.5e-9 * energy + 1e-30 }

@inline(__always)
func normaliseRest(
  _ values: inout MutableSpan<Float>, _ products: Span<Float>, _ scale: Float, _ silence: Float,
  from start: Int
) {
  for lag in start..<max(start, values.count) {
    values[lag] = values[lag] > silence ? scale * products[lag] / values[lag] : 0
  }
}
