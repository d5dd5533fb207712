// SPDX-License-Identifier: MIT

/// A local minimum of a difference function, located between lags by a parabola.
struct Dip: Equatable {
  /// The lag at the vertex of the parabola, in samples.
  var lagInSamples: Double
  /// The value at the vertex, never below 0.
  var depth: Double
  /// The second difference at the minimum: the parabola's curvature per sample².
  var curvature: Double

  /// Fits the parabola through `lag` and its neighbours.
  ///
  /// - Precondition: `values` holds a neighbour on each side of `lag`.
  init(in values: Span<Float>, at lag: Int) {
    let (before, here, after) = (
      Double(values[lag - 1]), Double(values[lag]), Double(values[lag + 1])
    )
    let curvature = before - 2 * here + after
    self.curvature = max(0, curvature)
    guard curvature > 0 else {
      lagInSamples = Double(lag)
      depth = here
      return
    }
    let shift = min(0.5, max(-0.5, 0.5 * (before - after) / curvature))
    lagInSamples = Double(lag) + shift
    depth = max(0, here - 0.5 * curvature * shift * shift)
  }
}
