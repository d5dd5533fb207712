// SPDX-License-Identifier: MIT

import Foundation
import SignalProcessing
import TestSignals
import Testing

@testable import PitchDetection

@Suite("Normalised square difference")
struct NormalisedSquareDifferenceTests {
  private func similarity(
    of samples: [Float], windowCount: Int? = nil, lagCount: Int
  ) throws -> [Float] {
    let windowCount = windowCount ?? samples.count
    var transform = try PowerTransform(
      count: RealFFT.efficientCount(atLeast: windowCount + lagCount))
    var function = NormalisedSquareDifference(windowCount: windowCount, lagCount: lagCount)
    function.evaluate(samples.span, by: &transform)
    var values: [Float] = []
    for lag in 0..<lagCount { values.append(function.similarity.span[lag]) }
    return values
  }

  private func randomSamples(_ count: Int, seed: UInt64) -> [Float] {
    var numbers = SplitMix64(seed: seed)
    return numbers.samples(count)
  }

  // McLeod & Wyvill 2005, eq. 9: 2·Σ x[j]x[j+τ] / Σ (x[j]² + x[j+τ]²) over 0 ≤ j < W − τ.
  @Test("equals the sum of its definition", arguments: [16, 100, 333])
  func definition(count: Int) throws {
    let samples = randomSamples(count, seed: 6)
    let values = try similarity(of: samples, lagCount: count / 2)
    for lag in values.indices {
      var (product, energy) = (0.0, 0.0)
      for index in 0..<(count - lag) {
        let (one, other) = (Double(samples[index]), Double(samples[index + lag]))
        product += 2 * one * other
        energy += one * one + other * other
      }
      #expect(abs(Double(values[lag]) - product / energy) < 1e-5)
    }
  }

  @Test("treats a short frame as if zeros preceded it")
  func short() throws {
    let samples = randomSamples(100, seed: 7)
    let padded = [Float](repeating: 0, count: 60) + samples
    #expect(
      try similarity(of: samples, windowCount: 160, lagCount: 80)
        == similarity(of: padded, lagCount: 80))
  }

  @Test("is 1 at lag 0, at the period and at twice the period, and −1 at half a sine's")
  func period() throws {
    let samples = (0..<400).map { Float(sin(2 * .pi * Double($0) / 40)) }
    let values = try similarity(of: samples, lagCount: 150)
    for lag in [0, 40, 80, 120] { #expect(abs(values[lag] - 1) < 1e-5) }
    for lag in [20, 60] { #expect(abs(values[lag] + 1) < 1e-5) }
    #expect(values.allSatisfy { abs($0) <= 1 + 1e-5 })
  }

  @Test("is independent of the gain", arguments: [Float(1e-4), 16, 1e4])
  func gain(gain: Float) throws {
    let samples = randomSamples(300, seed: 8)
    let values = try similarity(of: samples, lagCount: 100)
    let scaled = try similarity(of: samples.map { gain * $0 }, lagCount: 100)
    for (one, other) in zip(values, scaled) { #expect(abs(one - other) < 1e-5) }
  }

  @Test("of silence is 0")
  func silence() throws {
    let values = try similarity(of: [Float](repeating: 0, count: 200), lagCount: 100)
    #expect(values.allSatisfy { $0 == 0 })
  }
}

@Suite("Key maxima")
struct KeyMaximaTests {
  /// (value, lag) of a similarity with a shallow maximum at half of the period.
  private func wave(_ count: Int, period: Double, second: Double) -> [Float] {
    (0..<count).map { lag in
      let turn = 2 * .pi * Double(lag) / period
      return Float((1 - second) * cos(turn) + second * cos(2 * turn))
    }
  }

  @Test("lie one between two zero crossings; McLeod's choice is the first near the highest")
  func cosine() throws {
    var maxima = KeyMaxima()
    maxima.find(in: wave(300, period: 40.3, second: 0).span, shortest: 4, longest: 290)
    let count = maxima.count
    try #require(count == 7)
    for index in 0..<7 {
      let maximum = maxima.list[index]
      #expect(abs(maximum.lagInSamples - 40.3 * Double(index + 1)) < 0.02)
      #expect(abs(maximum.value - 1) < 1e-4)
    }
    let found = maxima.mcleodPeriod
    let mcleodPeriod = try #require(found)
    #expect(abs(mcleodPeriod.lagInSamples - 40.3) < 0.02)
  }

  @Test("skip a clearly lower maximum at half of the period")
  func octave() throws {
    var maxima = KeyMaxima()
    maxima.find(in: wave(300, period: 60, second: 0.7).span, shortest: 4, longest: 290)
    let first = maxima.list[0]
    #expect(first.lagInSamples < 35)
    #expect(first.value < KeyMaxima.nearness)
    let found = maxima.mcleodPeriod
    let mcleodPeriod = try #require(found)
    #expect(abs(mcleodPeriod.lagInSamples - 60) < 0.05)
  }

  @Test("exclude lags below the shortest, and are absent where nothing repeats")
  func bounds() {
    var maxima = KeyMaxima()
    maxima.find(in: wave(300, period: 40, second: 0).span, shortest: 50, longest: 290)
    let first = maxima.list[0]
    #expect(abs(first.lagInSamples - 80) < 0.01)
    maxima.find(in: [Float](repeating: -0.1, count: 100).span, shortest: 4, longest: 90)
    let (count, mcleodPeriod) = (maxima.count, maxima.mcleodPeriod)
    #expect(count == 0)
    #expect(mcleodPeriod == nil)
  }

  @Test("are limited to the capacity")
  func capacity() {
    var maxima = KeyMaxima()
    maxima.find(in: wave(2000, period: 8, second: 0).span, shortest: 4, longest: 1990)
    let count = maxima.count
    #expect(count == 48)
  }

  @Test("interpolate a parabola exactly", arguments: [-0.49, 0, 0.3])
  func vertex(shift: Double) {
    let values = (0..<5).map { Float(0.9 - 0.1 * pow(Double($0) - 2 - shift, 2)) }
    let maximum = KeyMaxima.interpolate(values.span, at: 2)
    #expect(abs(maximum.lagInSamples - 2 - shift) < 1e-5)
    #expect(abs(maximum.value - 0.9) < 1e-6)
  }
}
