// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// Locates a maximum of a similarity between whole lags, by band-limited interpolation.
///
/// A similarity holds no frequencies above half the rate of the analysis, and hardly any near it.
/// So its values at whole lags determine it between them. A parabola does not: at 9 samples per
/// period it is off by up to 13 cents.
struct LagInterpolation: ~Copyable {
  // | name  | unit         | source                                                            |
  // | ----- | ------------ | ----------------------------------------------------------------- |
  // | reach | samples      | values on each side: with 10, a period of 9 samples is 0.3 c off  |
  // | steps | 1 per sample | a parabola through three of them is off by 1e-5 samples at most   |
  private static let reach = 16
  private static let steps = 32

  /// A maximum between lags.
  struct Maximum {
    var lagInSamples: Double
    var value: Double
    /// The negative second derivative, per sample².
    var curvature: Double
  }

  /// The taps of each step from −1 to 1: a sinc under a raised cosine.
  private var taps: FixedArray<Float>
  private static let tapCount = 2 * reach + 1

  init() {
    taps = FixedArray(repeating: 0, count: (2 * Self.steps + 1) * Self.tapCount)
    for step in -Self.steps...Self.steps {
      for tap in -Self.reach...Self.reach {
        let distance = Double(step) / Double(Self.steps) - Double(tap)
        let angle = Double.pi * distance
        let sinc = distance == 0 ? 1 : sineAndCosine(of: angle).sine / angle
        let taper = sineAndCosine(of: angle / Double(2 * (Self.reach + 2))).cosine
        taps[(step + Self.steps) * Self.tapCount + tap + Self.reach] = Float(sinc * taper * taper)
      }
    }
  }

  /// Returns the maximum nearest to that of a parabola around `lag`.
  ///
  /// - Parameters:
  ///   - values: the similarity at whole lags.
  ///   - lag: a whole lag whose value is no lower than those of its neighbours.
  /// - Returns: `nil` if `values` does not reach far enough beyond the lag.
  func maximum(of values: Span<Float>, at lag: Int) -> Maximum? {
    guard lag + Self.reach < values.count else { return nil }
    let parabola = KeyMaxima.interpolate(values, at: lag)
    let share = (parabola.lagInSamples - Double(lag)) * Double(Self.steps)
    var step = min(Self.steps - 1, max(1 - Self.steps, Int(share.rounded())))
    var before = value(of: values, at: lag, step: step - 1)
    var here = value(of: values, at: lag, step: step)
    var after = value(of: values, at: lag, step: step + 1)
    while after > here, step + 1 < Self.steps {
      step += 1
      (before, here) = (here, after)
      after = value(of: values, at: lag, step: step + 1)
    }
    while before > here, step - 1 > -Self.steps {
      step -= 1
      (here, after) = (before, here)
      before = value(of: values, at: lag, step: step - 1)
    }
    let bend = 2 * here - before - after
    guard bend > 0 else { return nil }
    let shift = min(1, max(-1, 0.5 * (after - before) / bend))
    let scale = Double(Self.steps)
    return Maximum(
      lagInSamples: Double(lag) + (Double(step) + shift) / scale,
      value: here + 0.25 * (after - before) * shift, curvature: bend * scale * scale)
  }

  private func value(of values: Span<Float>, at lag: Int, step: Int) -> Double {
    let first = (step + Self.steps) * Self.tapCount
    var sum = 0.0
    for tap in 0..<Self.tapCount {
      // A similarity is even: below lag 0 it continues as its own mirror image.
      sum += Double(taps[first + tap]) * Double(values[abs(lag + tap - Self.reach)])
    }
    return sum
  }
}
