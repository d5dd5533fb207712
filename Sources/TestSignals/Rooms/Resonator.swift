// SPDX-License-Identifier: MIT

internal import Glibc

/// A resonance of two poles, whose gain at 0 Hz is 1.
///
/// y[n] = a·x[n] + b·y[n − 1] + c·y[n − 2] (Klatt 1980, doi:10.1121/1.383940).
struct Resonator {
  private var gain = 1.0
  private var first = 0.0
  private var second = 0.0
  private var state = SIMD2<Double>.zero

  /// Moves the resonance.
  ///
  /// - Parameters:
  ///   - frequency: its frequency in hertz, below half of `rate`.
  ///   - bandwidth: the width between the half-power points, in hertz.
  ///   - rate: the sample rate in hertz.
  mutating func tune(to frequency: Double, bandwidth: Double, rate: Double) {
    let radius = exp(-.pi * bandwidth / rate)
    second = -radius * radius
    first = 2 * radius * cos(2 * .pi * frequency / rate)
    gain = 1 - first - second
  }

  /// Returns the next output.
  mutating func next(_ input: Double) -> Double {
    let output = gain * input + first * state.x + second * state.y
    state = SIMD2(output, state.x)
    return output
  }
}
