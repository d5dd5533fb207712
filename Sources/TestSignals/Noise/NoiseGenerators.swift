// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Glibc

/// Gaussian noise of variance 1 whose power falls by 3 dB an octave.
///
/// Parallel one-pole low-passes with corners f_i two octaves apart, from 5 Hz to the sample rate,
/// share one white input: H(z) = Σ b_i / (1 − a_i·z⁻¹), a_i = exp(−2πf_i/fs), b_i = (1 − a_i)/√f_i.
/// The sum of f_i^(−1/2)/(1 + jf/f_i) over all corners goes as f^(−1/2). From 50 Hz to an eighth of
/// the sample rate it is within 0.7 dB of that. The top octave is up to 2 dB too high, and the
/// spectrum below 10 Hz is flat. The variance is Σ_ij b_i·b_j / (1 − a_i·a_j), in closed form.
struct PinkNoise {
  private let feedback: SIMD8<Double>
  private let input: SIMD8<Double>
  private var state = SIMD8<Double>.zero
  private var white: GaussianSource

  /// Makes the noise of `generator` in its steady state: it runs for ten time constants of the
  /// slowest pole before the first sample.
  init(_ generator: SplitMix64, at rate: SampleRate) {
    var feedback = SIMD8<Double>.zero
    var input = SIMD8<Double>.zero
    var corner = 5.0
    for lane in 0..<SIMD8<Double>.scalarCount where corner < Double(rate.hertz) {
      feedback[lane] = exp(-2 * .pi * corner / Double(rate.hertz))
      input[lane] = (1 - feedback[lane]) / corner.squareRoot()
      corner *= 4
    }
    var variance = 0.0
    for i in 0..<SIMD8<Double>.scalarCount {
      for j in 0..<SIMD8<Double>.scalarCount {
        variance += input[i] * input[j] / (1 - feedback[i] * feedback[j])
      }
    }
    self.feedback = feedback
    self.input = input * (1 / variance.squareRoot())
    white = GaussianSource(generator)
    let settling = Int(10 * Double(rate.hertz) / (2 * .pi * 5))
    for _ in 0..<settling { _ = next() }
  }

  /// Returns the next sample.
  mutating func next() -> Double {
    state = state * feedback + input * white.next()
    var sum = 0.0
    for lane in 0..<SIMD8<Double>.scalarCount { sum += state[lane] }
    return sum
  }
}

/// Mains hum of power 1: 50 or 60 Hz within 0.02 Hz, and its odd multiples up to the nineteenth.
///
/// Multiple k has the amplitude 1/k before scaling and a random phase. The frequency and the phases
/// do not depend on the sample rate. So hum, unlike the other noises, is one signal at all rates.
struct MainsHum {
  /// The mains frequency in hertz.
  let frequency: Double
  private let lines: [(multiple: Double, amplitude: Double, phase: Double)]
  private let sampleRate: Double

  /// Makes the hum of `generator` for `rate`.
  init(_ generator: SplitMix64, at rate: SampleRate) {
    var generator = generator
    let nominal = generator.nextIndex(below: 2) == 0 ? 50.0 : 60.0
    let frequency = nominal + generator.nextUniform(in: -0.02...0.02)
    let multiples = stride(from: 1.0, through: 19, by: 2)
    let power = multiples.reduce(0) { $0 + 1 / ($1 * $1) } / 2
    self.frequency = frequency
    sampleRate = Double(rate.hertz)
    lines = multiples.map { multiple in
      (multiple, 1 / (multiple * power.squareRoot()), generator.nextUnit())
    }
  }

  /// Returns the sample at `index`, counted from the signal's start.
  func sample(at index: Int) -> Double {
    let cycles = frequency * Double(index) / sampleRate
    return lines.reduce(0) { sum, line in
      sum + line.amplitude * sineOfTurns(line.multiple * cycles + line.phase)
    }
  }
}
