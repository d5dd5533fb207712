// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import TestSignals
import Testing

@Suite("Noise")
struct NoiseTests {
  static func samples(_ colour: NoiseColour, _ rate: Int, seconds: Double) -> [Double] {
    TestSignal(
      plucks: [], noise: Noise(colour: colour, power: 0.01, seed: 21), duration: seconds
    ).render(at: SampleRate(rate)).map(Double.init)
  }

  static func power(_ samples: [Double]) -> Double {
    samples.reduce(0) { $0 + $1 * $1 } / Double(samples.count)
  }

  struct Row {
    let colour: NoiseColour
    let tolerance: Double
  }

  // White: five standard errors √(2/n) of 96 000 samples. Pink: half its power lies in the lowest
  // octaves, with few independent values in 12 s. Hum: deterministic, up to the last part of a
  // period.
  @Test(
    "has the requested power over the full band",
    arguments: [
      Row(colour: .white, tolerance: 0.023), Row(colour: .pink, tolerance: 0.25),
      Row(colour: .hum, tolerance: 0.003), Row(colour: .mix, tolerance: 0.1),
    ])
  func power(row: Row) {
    let power = Self.power(Self.samples(row.colour, 8000, seconds: 12))
    #expect(abs(power / 0.01 - 1) < row.tolerance)
  }

  // Welch's periodogram by direct summation: mean power of lines around two frequencies. A slope of
  // 1/f is −3.01 dB an octave.
  @Test("falls by 3 dB an octave when pink and not at all when white")
  func slope() {
    func decibelsPerOctave(_ colour: NoiseColour) -> Double {
      let samples = Self.samples(colour, 8000, seconds: 24)
      func level(_ hertz: Double) -> Double {
        var sum = 0.0
        for segment in 0..<90 {
          let part = samples[(segment * 2048)..<((segment + 1) * 2048)]
          for offset in -1...1 {
            let frequency = hertz / 8000 + Double(2 * offset) / 2048
            let magnitude = SpectralLine(in: part, at: frequency).magnitude
            sum += magnitude * magnitude
          }
        }
        return 10 * log10(sum)
      }
      // 270 values a level: 0.27 dB standard error each, over four octaves.
      return (level(1600) - level(100)) / 4
    }
    #expect(abs(decibelsPerOctave(.pink) - -3.01) < 0.35)
    #expect(abs(decibelsPerOctave(.white)) < 0.35)
  }

  @Test("hums from the first sample on 50 or 60 Hz and its odd multiples only")
  func hum() {
    let samples = Self.samples(.hum, 8000, seconds: 1)
    let base = [50.0, 60].max { left, right in
      SpectralLine(in: samples, at: left / 8000).magnitude
        < SpectralLine(in: samples, at: right / 8000).magnitude
    }
    let mains = base ?? 50
    // Power 0.01 = A²/2·Σ 1/k² over odd k up to 19.
    let sum = stride(from: 1.0, through: 19, by: 2).reduce(0) { $0 + 1 / ($1 * $1) }
    let amplitude = (0.02 / sum).squareRoot()
    for multiple in [1.0, 3, 5, 7] {
      let line = SpectralLine(in: samples, at: multiple * mains / 8000)
      // 0.02 Hz off at most: the Hann lobe 0.14 lines from its top has lost up to 1.3 %.
      #expect(abs(line.magnitude / (amplitude / multiple) - 1) < 0.02)
    }
    #expect(SpectralLine(in: samples, at: 2 * mains / 8000).magnitude < 1e-4)
    #expect(Self.power(Array(samples[..<800])) > 0.008)
  }
}
