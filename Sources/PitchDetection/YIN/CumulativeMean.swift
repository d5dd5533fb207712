// SPDX-License-Identifier: MIT

/// Writes d′(τ) = d(τ) / [(1/τ) Σ_{j=1…τ} d(j)], the cumulative mean normalised difference.
///
/// d′(0) = 1 by definition and d′(1) = 1 by arithmetic, so that no lag near zero can win. If all
/// differences so far are 0 (silence), d′ is 1, which is no evidence of a period.
///
/// - Parameters:
///   - difference: d(τ) for τ from 0.
///   - normalised: as many floats, overwritten.
/// - Complexity: O(n). Does not allocate.
///
/// Source: de Cheveigné & Kawahara 2002, eq. 8, doi:10.1121/1.1458024.
func normaliseByCumulativeMean(
  _ difference: Span<Float>, into normalised: inout MutableSpan<Float>
) {
  precondition(normalised.count == difference.count)
  guard difference.count > 0 else { return }
  normalised[0] = 1
  var sum = 0.0
  for lag in 1..<difference.count {
    let value = difference[lag]
    sum += Double(value)
    normalised[lag] = sum > 0 ? value * Float(lag) / Float(sum) : 1
  }
}
