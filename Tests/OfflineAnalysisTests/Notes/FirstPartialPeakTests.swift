// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import TestSignals
import Testing

@testable import OfflineAnalysis

@Suite("The first partial of a whole note")
struct FirstPartialPeakTests {
  private static let rate = SampleRate(48_000)

  /// Sines that decay: frequency in hertz, amplitude, and time constant in seconds.
  private func sines(
    _ lines: [(frequency: Double, amplitude: Double, decay: Double)], seconds: Double = 1.5
  ) -> [Float] {
    makeSamples(Int(seconds * Double(Self.rate.hertz))) { index in
      let time = Double(index) / Double(Self.rate.hertz)
      var (sum, place) = (0.0, 0)
      while place < lines.count {
        let line = lines[place]
        sum +=
          line.amplitude * exp(-time / line.decay)
          * sin(2 * .pi * line.frequency * time + line.frequency)
        place += 1
      }
      return Float(sum)
    }
  }

  private func measured(of samples: [Float], near pitch: Double) -> FirstPartialPeak? {
    FirstPartialPeak(of: samples.span, sampleRate: Self.rate, near: Hertz(pitch))
  }

  private func cents(
    _ samples: [Float], near pitch: Double, from truth: Double
  ) throws -> Double {
    let peak = try #require(measured(of: samples, near: pitch))
    return peak.frequency.interval(above: Hertz(truth)).value
  }

  @Test(
    "measures the first partial of a stiff string beside the others, from a pitch 20 cents off",
    arguments: [30.868, 82.407, 110, 329.63, 1318.51])
  func stiffString(first: Double) throws {
    let lines = (1...8).map { number in
      let n = Double(number)
      let stiff = ((1 + 2e-4 * n * n) / (1 + 2e-4)).squareRoot()
      return (first * n * stiff, number == 1 ? 0.05 : 0.2 / n, 1.2 / n)
    }
    let samples = sines(lines)
    for offset in [-20.0, 0, 20] {
      let pitch = Hertz(first).raised(by: Cents(offset)).value
      #expect(abs(try cents(samples, near: pitch, from: first)) < 0.01, "from \(offset) cents")
    }
  }

  /// The mean of readings of such a beat lies between the two lines.
  @Test("measures the stronger of two lines that beat four times a second")
  func beat() throws {
    let samples = sines([(220, 0.2, 1), (224, 0.12, 1)])
    #expect(abs(try cents(samples, near: 220.8, from: 220)) < 0.02)
  }

  @Test("tells two lines that are about equal", arguments: [0.12, 0.17, 0.2, 0.24, 0.3])
  func equalLines(amplitude: Double) throws {
    let samples = sines([(220, 0.2, 1), (223, amplitude, 1)])
    let peak = try #require(measured(of: samples, near: 221))
    let (strong, weak) = amplitude > 0.2 ? (223.0, 220.0) : (220.0, 223.0)
    if (0.15...0.26).contains(amplitude) {
      let rival = try #require(peak.rival)
      let found = [peak.frequency.value, rival.value].sorted()
      #expect(abs(found[0] - 220) < 0.2 && abs(found[1] - 223) < 0.2)
    } else {
      #expect(peak.rival == nil && abs(peak.frequency.value - strong) < 0.05, "not \(weak)")
    }
  }

  @Test("gives the frequency of a sine in noise within its Cramér–Rao bound")
  func noise() throws {
    var squares = 0.0
    let count = 40
    for seed in 0..<count {
      var numbers = SplitMix64(seed: UInt64(seed))
      let samples = sines([(110, 0.1, 1e9)]).map { sample in
        sample + Float(0.01 * numbers.nextUniform(in: -1.7320508...1.7320508))
      }
      let error = try cents(samples, near: 110.2, from: 110)
      squares += error * error
    }
    // σ² = 12·σₙ² / (A²/2 · N³) in radians a sample, for a known interval of N samples (Rife &
    // Boorstyn 1974). The window costs a factor below 3.
    let n = 1.5 * 48_000
    let bound = (12 * 1e-4 / (0.01 / 2 * n * n * n)).squareRoot() / (2 * .pi) * 48_000
    let error = (squares / Double(count)).squareRoot()
    #expect(error < 3 * 1200 * log2(1 + bound / 110))
  }

  @Test("finds none where the partial is 40 dB under the others, and none far from the pitch")
  func missing() {
    let weak = sines([(110, 0.002, 1), (220, 0.2, 1)])
    #expect(measured(of: weak, near: 110) == nil)
    let other = sines([(113, 0.2, 1)])
    #expect(measured(of: other, near: 110) == nil)
    let silence = [Float](repeating: 0, count: 72_000)
    #expect(measured(of: silence, near: 110) == nil)
  }

  @Test("needs sixteen periods")
  func short() {
    let samples = sines([(110, 0.2, 1)], seconds: 17.0 / 110)
    let enough = measured(of: samples, near: 110)
    #expect(enough != nil)
    let few = measured(of: Array(samples.prefix(15 * 48_000 / 110)), near: 110)
    #expect(few == nil)
  }
}
