// SPDX-License-Identifier: MIT

import Acoustics
import Foundation

/// The phase of a tone against a reference that never stops: what a strobe shows.
///
/// The samples are turned back by the target's phase at their own positions, so that a string at the
/// target keeps its phase from one picture to the next, and one that is sharp by d hertz gains d turns a
/// second. A Hann window keeps the other partials out.
enum StrobePhase {
  /// Returns the phase in turns, 0…1.
  ///
  /// - Parameters:
  ///   - samples: the newest ones, a few periods or more.
  ///   - end: the position behind the last of them.
  ///   - target: the frequency that stands still.
  ///   - rate: samples a second.
  /// - Returns: `nil` for silence, and where there are fewer samples than a period has.
  /// - Complexity: O(n).
  static func turns(
    of samples: Span<Float>, endingAt end: SamplePosition, target: Hertz, at rate: SampleRate
  ) -> Double? {
    let step = target.value / Double(rate.hertz)
    guard samples.count > 2, step > 0, step < 0.5, Double(samples.count) * step >= 1 else {
      return nil
    }
    let first = Double(end.samples) - Double(samples.count)
    // Whole turns are taken off before the sine loses them in its argument.
    let start = (first * step).truncatingRemainder(dividingBy: 1)
    var (real, imaginary) = (0.0, 0.0)
    var reference = Phasor(turns: start, step: step)
    let width = 1 / Double(samples.count)
    var window = Phasor(turns: width / 2, step: width)
    for index in 0..<samples.count {
      let value = (1 - window.cosine) * Double(samples[index])
      real += value * reference.cosine
      imaginary -= value * reference.sine
      reference.advance()
      window.advance()
    }
    guard real != 0 || imaginary != 0, real.isFinite, imaginary.isFinite else { return nil }
    let turns = atan2(imaginary, real) / (2 * Double.pi)
    return turns < 0 ? turns + 1 : turns
  }
}

/// A point that goes round a circle in equal steps: four products each instead of a sine and a cosine.
///
/// After some thousand steps it is off by some 1e-13 turns.
private struct Phasor {
  private(set) var cosine: Double
  private(set) var sine: Double
  private let (stepCosine, stepSine): (Double, Double)

  init(turns: Double, step: Double) {
    (cosine, sine) = (cos(2 * .pi * turns), sin(2 * .pi * turns))
    (stepCosine, stepSine) = (cos(2 * .pi * step), sin(2 * .pi * step))
  }

  mutating func advance() {
    (cosine, sine) = (
      cosine * stepCosine - sine * stepSine, sine * stepCosine + cosine * stepSine
    )
  }
}
