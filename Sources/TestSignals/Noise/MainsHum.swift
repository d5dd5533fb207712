// SPDX-License-Identifier: MIT

internal import Acoustics

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
