// SPDX-License-Identifier: MIT

public import Acoustics
internal import CMathematics

/// The phase of a tone against a continuous reference oscillator, which a strobe tuner displays.
///
/// φ = arg Σ w[n]·x[n]·exp(−2πi·f·p[n]/r) / 2π, where p[n] is the position of sample n in the
/// stream, f the target, r the sample rate and w a Hann window, which suppresses the other
/// partials. A tone at the target keeps its phase from one call to the next; a tone d hertz above
/// it gains d turns a second.
public enum StrobePhase {
  /// Returns the phase in turns, 0…1.
  ///
  /// - Parameters:
  ///   - samples: the newest samples, at least a few periods of the target.
  ///   - end: the position after the last sample.
  ///   - target: the frequency of the reference.
  ///   - rate: samples a second.
  /// - Returns: `nil` for silence, for samples that are not finite, for less than one period, and
  ///   for a target at or above half the sample rate.
  /// - Complexity: O(n). Does not allocate.
  public static func turns(
    of samples: Span<Float>, endingAt end: SamplePosition, target: Hertz, at rate: SampleRate
  ) -> Double? {
    let step = target.value / Double(rate.hertz)
    guard samples.count > 2, step > 0, step < 0.5, Double(samples.count) * step >= 1 else {
      return nil
    }
    let first = Double(end.samples) - Double(samples.count)
    // Only the fraction of a turn is used: the sine of a large argument loses precision.
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

/// An oscillator that advances by a complex multiplication instead of a sine and a cosine for each
/// sample.
///
/// Its error after a few thousand steps is about 1e-13 turns.
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
