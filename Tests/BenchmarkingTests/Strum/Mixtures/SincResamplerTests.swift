// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import Benchmarking

@Suite("Resampling")
struct SincResamplerTests {
  private let resampler = SincResampler()

  private func sine(_ turnsPerSample: Double, count: Int) -> [Float] {
    (0..<count).map { Float(sin(2 * .pi * turnsPerSample * Double($0))) }
  }

  /// The power of the difference over the power of a sine of amplitude 1, in decibels.
  private func error(_ samples: ArraySlice<Float>, _ expected: (Int) -> Double) -> Double {
    let squares = samples.indices.map { index in
      let difference = Double(samples[index]) - expected(index)
      return difference * difference
    }
    return 10 * log10(2 * squares.reduce(0, +) / Double(squares.count) + 1e-30)
  }

  @Test(
    "moves a sine by any ratio, with an error 110 dB below it",
    arguments: [0.5, 0.918, 0.999, 1.0, 1.031, 1.2, 2.7, 8.0])
  func sine(step: Double) {
    // A twentieth of the lower rate.
    let turns = 0.05 / max(1, step)
    let input = sine(turns, count: 12_000)
    let output = resampler.resample(input, from: 2000.25, step: step, count: 800)
    let error = error(output[...]) { sin(2 * .pi * turns * (2000.25 + Double($0) * step)) }
    #expect(error < -110, "\(error) dB")
  }

  @Test("keeps a sine at nine tenths of the Nyquist frequency")
  func passBand() {
    let input = sine(0.45, count: 4000)
    let output = resampler.resample(input, from: 1000, step: 0.97, count: 2000)
    let error = error(output[...]) { sin(2 * .pi * 0.45 * (1000 + Double($0) * 0.97)) }
    #expect(error < -100, "\(error) dB")
  }

  @Test("removes frequencies above the Nyquist frequency of the lower rate")
  func stopBand() {
    // 0.3 turns a sample are 1.2 turns an output sample, which would be heard at 0.2.
    let input = sine(0.3, count: 12_000)
    let output = resampler.resample(input, from: 2000, step: 4, count: 1000)
    let error = error(output[...]) { _ in 0 }
    #expect(error < -110, "\(error) dB")
  }

  @Test("assumes silence before and after the samples")
  func ends() {
    let output = resampler.resample([1, 1, 1], from: -1000, step: 1, count: 100)
    #expect(output.allSatisfy { $0 == 0 })
    #expect(resampler.resample([], from: 0, step: 1, count: 3) == [0, 0, 0])
  }
}
