// SPDX-License-Identifier: MIT

import Acoustics
import Evaluation
import Foundation
import Testing

@Suite("Cramér–Rao bound")
struct CramerRaoBoundTests {
  @Test("agrees to a percent with the inverse of the whole Fisher information")
  func fisher() throws {
    // Made by inverting the information of pitch, amplitudes and phases together in NumPy.
    let cases = try Golden.load("statistics", as: Golden.Statistics.self).bound
    #expect(cases.count == 4)
    for row in cases {
      let rate = SampleRate(48_000)
      let pitch = Hertz(row.omega * 48_000 / (2 * .pi))
      let bound = try #require(
        CramerRaoBound(
          samples: row.samples, rate: rate, pitch: pitch, amplitudes: row.amplitudes,
          noiseVariance: row.noiseDeviation * row.noiseDeviation))
      #expect(abs(bound.standardError.value / row.cents - 1) < 0.01)
    }
  }

  @Test("with constant amplitudes, the parts of a window do not matter")
  func parts() throws {
    func bound(_ parts: [Double]) throws -> Double {
      try #require(
        CramerRaoBound(
          samples: 4096, rate: SampleRate(48_000), pitch: Hertz(110),
          weightedSquaredAmplitudes: parts, noiseVariance: 0.01)
      ).standardError.value
    }
    let whole = try #require(
      CramerRaoBound(
        samples: 4096, rate: SampleRate(48_000), pitch: Hertz(110), amplitudes: [1, 0.5],
        noiseVariance: 0.01))
    // 1² · 1² + 2² · 0.5² = 2.
    for count in [1, 2, 7, 64] {
      #expect(agree(try bound([Double](repeating: 2, count: count)), whole.standardError.value))
    }
    // Samples without a signal carry nothing: half of the window is left.
    let half = try #require(
      CramerRaoBound(
        samples: 2048, rate: SampleRate(48_000), pitch: Hertz(110), amplitudes: [1, 0.5],
        noiseVariance: 0.01))
    #expect(agree(try bound([2, 0]), half.standardError.value))
    #expect(try bound([2, 1]) < half.standardError.value)
  }

  @Test("a decaying partial has the bound of its Fisher information")
  func decay() throws {
    // J(ω) = Σ w(t)·(t − m)² / 2σ², summed sample by sample for w = exp(−t/500).
    let weights = (0..<2000).map { exp(-Double($0) / 500) }
    let sum = weights.reduce(0, +)
    let mean = zip(0..., weights).reduce(0) { $0 + Double($1.0) * $1.1 } / sum
    let spread = zip(0..., weights).reduce(0) { sum, pair in
      sum + pair.1 * (Double(pair.0) - mean) * (Double(pair.0) - mean)
    }
    let angle = 2 * Double.pi * 110 / 48_000
    let expected = 1200 / log(2) * (2 * 0.01 / spread).squareRoot() / angle
    let bound = try #require(
      CramerRaoBound(
        samples: 2000, rate: SampleRate(48_000), pitch: Hertz(110),
        weightedSquaredAmplitudes: (0..<50).map { exp(-(Double($0) * 40 + 19.5) / 500) },
        noiseVariance: 0.01))
    #expect(abs(bound.standardError.value / expected - 1) < 0.002)
  }

  @Test("scales with noise, with partials and with the window to the power of 3/2")
  func scaling() throws {
    let bound = { (samples: Int, amplitudes: [Double], snr: Double) in
      CramerRaoBound(
        samples: samples, rate: SampleRate(48_000), pitch: Hertz(110), amplitudes: amplitudes,
        signalToNoise: Decibels(snr))
    }
    let plain = try #require(bound(4096, [1], 20)).standardError.value
    #expect(agree(try #require(bound(4096, [1], 0)).standardError.value, 10 * plain))
    // The third partial alone carries nine times the information of the first.
    #expect(agree(try #require(bound(4096, [0, 0, 1], 20)).standardError.value, plain / 3))
    let long = try #require(bound(16_384, [1], 20)).standardError.value
    #expect(abs(plain / long - 8) < 1e-5)
  }

  @Test("expresses the magnitude of an error as a multiple of the bound")
  func ratio() throws {
    let bound = try #require(
      CramerRaoBound(
        samples: 1024, rate: SampleRate(44_100), pitch: Hertz(82), amplitudes: [1],
        noiseVariance: 0.01))
    #expect(bound.ratio(of: Cents(-3 * bound.standardError.value)) == 3)
  }

  @Test("does not exist without signal, without noise or without a window")
  func absent() {
    let make = { (samples: Int, amplitudes: [Double], variance: Double) in
      CramerRaoBound(
        samples: samples, rate: SampleRate(48_000), pitch: Hertz(110), amplitudes: amplitudes,
        noiseVariance: variance)
    }
    #expect(make(1, [1], 1) == nil)
    #expect(make(1024, [], 1) == nil)
    #expect(make(1024, [0, 0], 1) == nil)
    #expect(make(1024, [1], 0) == nil)
    #expect(make(1024, [1], .infinity) == nil)
  }
}
