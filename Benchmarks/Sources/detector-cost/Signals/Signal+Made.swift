// SPDX-License-Identifier: MIT

import Acoustics
import Glibc

extension Signal {
  /// The signals that are made here, each of two seconds at 48 kHz.
  static func made() -> [Signal] {
    [
      Signal(name: "strings", samples: strings(), isMusic: true),
      Signal(name: Self.stroke, samples: strokeSamples()),
      Signal(name: "silence", samples: render { _ in 0 }),
      Signal(name: "noise", samples: noise(amplitude: 0.3)),
      // Normal floats whose squares are denormal, as the tail of a note is.
      Signal(name: "faint", samples: noise(amplitude: 1e-20)),
      // Multiples of the smallest float, up to a thousandth of the smallest normal one.
      Signal(name: "denormals", samples: noise(amplitude: .leastNormalMagnitude / 1000)),
      // Rings down through the denormals and out of them, as a muted input does.
      Signal(
        name: "decay",
        samples: render { time in Float(exp(-60 * time) * sin(2 * .pi * 110 * time)) }),
      Signal(
        name: "square", samples: render { time in sin(2 * .pi * 82.41 * time) < 0 ? -1 : 1 }),
      Signal(name: "chirp", samples: chirp()),
    ]
  }

  private static let seconds = 2
  /// The name of the signal in which several strings sound at once.
  static let stroke = "stroke"

  private static func render(_ sample: (Double) -> Float) -> [Float] {
    (0..<seconds * madeRate.hertz).map { sample(Double($0) / Double(madeRate.hertz)) }
  }

  /// E2, D3, E4 and B0 plucked one after the other: stiff partials, 60 dB above a floor of noise.
  private static func strings() -> [Float] {
    var samples = noise(amplitude: 0.0003)
    let plucks: [(frequency: Double, inharmonicity: Double)] = [
      (82.41, 1.3e-4), (146.83, 6e-5), (329.63, 3e-5), (30.87, 3.5e-4),
    ]
    let length = samples.count / plucks.count
    for (index, pluck) in plucks.enumerated() {
      for number in 1...16 {
        let n = Double(number)
        let frequency = pluck.frequency * n * (1 + pluck.inharmonicity * n * n).squareRoot()
        let amplitude = 0.25 * abs(sin(0.13 * .pi * n)) / n
        ring(
          &samples, from: index * length, count: length, frequency: frequency,
          amplitude: amplitude, phase: 1.7 * n, decay: 1.2 * pow(n, 0.7))
      }
    }
    return samples
  }

  /// The six strings of a guitar, 20 ms apart and a few cents off, 40 dB above a floor of noise.
  private static func strokeSamples() -> [Float] {
    var samples = noise(amplitude: 0.003)
    let strings: [(frequency: Double, inharmonicity: Double)] = [
      (82.61, 1.3e-4), (109.68, 8e-5), (147.22, 6e-5), (195.61, 1.2e-4), (247.51, 5e-5),
      (329.12, 3e-5),
    ]
    for (index, string) in strings.enumerated() {
      let start = madeRate.hertz / 4 + index * madeRate.hertz / 50
      for number in 1...24 {
        let n = Double(number)
        let frequency = string.frequency * n * (1 + string.inharmonicity * n * n).squareRoot()
        let amplitude = 0.12 * (abs(sin(0.13 * .pi * n)) + 0.02) / n
        ring(
          &samples, from: start, count: samples.count - start, frequency: frequency,
          amplitude: amplitude, phase: 1.7 * n + Double(index), decay: 0.6 * pow(n, 0.7))
      }
    }
    return samples
  }

  /// Adds a decaying partial by rotation: a sine a sample would take longer than what is measured.
  private static func ring(
    _ samples: inout [Float], from start: Int, count: Int, frequency: Double, amplitude: Double,
    phase: Double, decay: Double
  ) {
    let step = 2 * Double.pi * frequency / Double(madeRate.hertz)
    let shrink = exp(-decay / Double(madeRate.hertz))
    let (turnRe, turnIm) = (shrink * cos(step), shrink * sin(step))
    var (re, im) = (amplitude * cos(phase), amplitude * sin(phase))
    for index in start..<(start + count) {
      samples[index] += Float(im)
      (re, im) = (re * turnRe - im * turnIm, re * turnIm + im * turnRe)
    }
  }

  /// White noise, the same in every run.
  private static func noise(amplitude: Float) -> [Float] {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    return render { _ in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return amplitude * (Float(state >> 40) / 8_388_608 - 1)
    }
  }

  /// A full-scale sine that rises from 20 Hz to 20 kHz, each octave as long as the next.
  private static func chirp() -> [Float] {
    let (lowest, ratio) = (20.0, log(1000.0) / Double(seconds))
    return render { time in
      Float(sin(2 * .pi * lowest * (exp(ratio * time) - 1) / ratio))
    }
  }
}
