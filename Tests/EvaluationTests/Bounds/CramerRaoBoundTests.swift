// SPDX-License-Identifier: MIT

import Acoustics
import Evaluation
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
