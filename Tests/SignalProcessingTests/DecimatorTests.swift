// SPDX-License-Identifier: MIT

import Foundation
import TestSignals
import Testing

@testable import SignalProcessing

@Suite("Decimator")
struct DecimatorTests {
  /// Half of each filter's length, in new samples.
  ///
  /// The last halving has 4·9 − 1 taps at twice the new
  /// rate, those before it 4·5 − 1; one filter alone has 18·factor + 1 taps.
  private static func delay(factor: Int) -> Double {
    switch factor {
    case 2: 17.0 / 2
    case 4: 17.0 / 2 + 9.0 / 4
    case 8: 17.0 / 2 + 9.0 / 4 + 9.0 / 8
    default: 9
    }
  }

  private func decimate(
    _ input: [Float], by factor: Int, chunk: () -> Int = { 1 << 20 }
  ) -> [Float] {
    var decimator = Decimator(factor: factor)
    return feed(input, to: &decimator, chunk: chunk)
  }

  private func feed(
    _ input: [Float], to decimator: inout Decimator, chunk: () -> Int = { 1 << 20 }
  ) -> [Float] {
    var output: [Float] = []
    var start = 0
    while start < input.count {
      let end = min(input.count, start + chunk())
      var room = [Float](repeating: .nan, count: decimator.outputCount(of: end - start))
      var written = 0
      do {
        var span = room.mutableSpan
        written = decimator.decimate(input.span.extracting(start..<end), into: &span)
      }
      output += room.prefix(written)
      start = end
    }
    return output
  }

  /// The amplitude and phase of the best sine of `turns` a sample through the settled output.
  private func response(_ turns: Double, factor: Int) -> (gain: Double, delay: Double) {
    let count = 600
    // `turns` a new sample is turns/factor an old one.
    let input = (0..<(count * factor)).map {
      Float(sin(2 * .pi * turns / Double(factor) * Double($0)))
    }
    let output = decimate(input, by: factor)
    var (re, im, weights) = (0.0, 0.0, 0.0)
    for index in 40..<count {
      let weight = 1 - cos(2 * .pi * Double(index - 40) / Double(count - 40))
      re += weight * Double(output[index]) * cos(2 * .pi * turns * Double(index))
      im += weight * Double(output[index]) * sin(2 * .pi * turns * Double(index))
      weights += weight / 2
    }
    // sin(θ − δ) = cos δ·sin θ − sin δ·cos θ.
    return ((re * re + im * im).squareRoot() / weights, atan2(-re, im) / (2 * .pi * turns))
  }

  @Test("passes DC unchanged", arguments: [2, 3, 4, 8, 17])
  func constant(factor: Int) {
    let output = decimate([Float](repeating: 0.75, count: 60 * factor), by: factor)
    #expect(output.count == 60)
    // Twice the delay, rounded up: no filter reaches back to the zeros before the stream.
    #expect(output[24...].allSatisfy { abs($0 - 0.75) < 1e-6 })
  }

  @Test("is flat within 0.1 dB up to 0.4 of the new rate", arguments: [2, 4, 8, 17])
  func passBand(factor: Int) {
    for turns in stride(from: 0.02, through: 0.4, by: 0.02) {
      let decibels = 20 * log10(response(turns, factor: factor).gain)
      #expect(abs(decibels) < 0.1, "\(decibels) dB at \(turns)")
    }
  }

  @Test(
    "attenuates frequencies above 0.6 of the new rate by at least 55 dB", arguments: [2, 4, 8, 17])
  func stopBand(factor: Int) {
    var turns = 0.6
    while turns < Double(factor) / 2 {
      let input = makeSamples(400 * factor) {
        Float(sin(2 * .pi * turns / Double(factor) * Double($0) + 0.4))
      }
      let power = decimate(input, by: factor)[40...].reduce(0.0) {
        $0 + Double($1) * Double($1) / 360
      }
      // A sine's power is ½; where its alias falls on 0 the phase alone decides, up to 1.
      #expect(10 * log10(2 * power + 1e-30) < -55 + 3.01, "at \(turns)")
      turns += 0.037
    }
  }

  /// The gain of the step before the last, where its aliases fall into the pass band of the last
  /// step.
  @Test("attenuates frequencies above 1.5 of the new rate by at least 70 dB", arguments: [4, 8])
  func foldedTwice(factor: Int) {
    for turns in [1.5, 1.6, 1.7, 1.8, 1.9, 1.96] {
      let input = makeSamples(400 * factor) {
        Float(sin(2 * .pi * turns / Double(factor) * Double($0) + 0.4))
      }
      let power = decimate(input, by: factor)[40...].reduce(0.0) {
        $0 + Double($1) * Double($1) / 360
      }
      #expect(10 * log10(2 * power + 1e-30) < -70, "at \(turns)")
    }
  }

  @Test("delays every frequency by half the length of its filters", arguments: [2, 3, 4, 8, 17])
  func linearPhase(factor: Int) {
    // Whole turns in the 560 samples that are looked at, and less than half of one in the delay.
    for turns in [7.0 / 560, 14.0 / 560, 21.0 / 560] {
      #expect(abs(response(turns, factor: factor).delay - Self.delay(factor: factor)) < 1e-3)
    }
    let (delay, none) = (Decimator(factor: factor).delay, Decimator(factor: 1).delay)
    #expect(Double(delay) == Self.delay(factor: factor) * Double(factor))
    #expect(none == 0)
  }

  @Test("gives the same bits for chunks of any size", arguments: [1, 2, 4, 5, 8, 17])
  func chunks(factor: Int) {
    var numbers = SplitMix64(seed: 31)
    let input = numbers.samples(4000)
    let whole = decimate(input, by: factor)
    // The first sample gives one, then every `factor`-th does.
    #expect(whole.count == (input.count + factor - 1) / factor)
    for longest in [1, 7, 40, 1500] {
      let cut = decimate(input, by: factor) { Int.random(in: 1...longest, using: &numbers) }
      #expect(cut == whole)
    }
  }

  @Test("passes samples unchanged at a factor of 1")
  func factorOne() {
    var numbers = SplitMix64(seed: 32)
    let input = numbers.samples(1000)
    #expect(decimate(input, by: 1) == input)
  }

  @Test("behaves like a new one after a reset", arguments: [2, 4, 5, 8])
  func reset(factor: Int) {
    var numbers = SplitMix64(seed: 33)
    let (before, input) = (numbers.samples(1003), numbers.samples(800))
    var decimator = Decimator(factor: factor)
    _ = feed(before, to: &decimator)
    decimator.reset()
    #expect(feed(input, to: &decimator) == decimate(input, by: factor))
  }
}
