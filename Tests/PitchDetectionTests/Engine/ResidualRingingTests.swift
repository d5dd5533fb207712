// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import SignalProcessing
import TestSignals
import Testing

@testable import PitchDetection

@Suite("What is left ringing")
struct ResidualRingingTests {
  private static let rate = 48000
  /// When a hand strikes the strings, and for how long, in seconds.
  private static let blow = (start: 0.25, seconds: 0.1)

  /// Adds noise between ±0.3 for the time of the blow.
  private func addBlow(to samples: [Float]) -> [Float] {
    var noise = SplitMix64(seed: 29)
    let struck = Int(Self.blow.start * Double(Self.rate))
    let released = struck + Int(Self.blow.seconds * Double(Self.rate))
    return samples.enumerated().map { index, sample in
      struck..<released ~= index ? sample + Float.random(in: -0.3...0.3, using: &noise) : sample
    }
  }

  private func confidences(_ samples: [Float], from start: Double, to end: Double, updates: Double)
    throws -> [Double]
  {
    let heard = try hear(samples, rate: Self.rate, updates: updates)
    return heard.filter { start..<end ~= Double($0.position) / Double(Self.rate) }
      .map { $0.estimate?.confidence ?? 0 }
  }

  @Test(
    "takes a string that rings along with a blow for no note", arguments: [55, 110, 246.94],
    [10.0, 60, 200])
  func sympathetic(first: Double, updates: Double) throws {
    let string = PluckedString(first: first, amplitude: 6e-4, onset: Self.blow.start)
      .render(rate: Self.rate, seconds: 1.2)
    let alone = try confidences(string, from: 0.5, to: 1.2, updates: updates)
    #expect(alone.min() ?? 0 > 0.7)
    let behind = try confidences(addBlow(to: string), from: 0.5, to: 1.2, updates: updates)
    #expect(behind.max() ?? 1 < 0.3)
    #expect(behind.count == alone.count)
  }

  @Test("hears what rings on as loud for seconds")
  func sustained() throws {
    let tone = (0..<(6 * Self.rate)).map { index in
      let time = Double(index) / Double(Self.rate) - Self.blow.start
      guard time > 0 else { return Float(0) }
      return Float(
        (1...6).reduce(0) { $0 + 0.001 / Double($1) * sin(Double($1) * 220 * .pi * time) })
    }
    let samples = addBlow(to: tone)
    #expect(try confidences(samples, from: 0.5, to: 1.5, updates: 60).max() ?? 1 < 0.3)
    #expect(try confidences(samples, from: 5, to: 6, updates: 60).min() ?? 0 > 0.7)
  }

  @Test("hears a string that is plucked behind a blow, 40 dB under it")
  func plucked() throws {
    let string = PluckedString(first: 110, amplitude: 6e-4, onset: 0.6)
      .render(rate: Self.rate, seconds: 1.2)
    let heard = try confidences(addBlow(to: string), from: 0.8, to: 1.2, updates: 60)
    #expect(heard.min() ?? 0 > 0.7)
  }

  @Test("hears a string that rings on behind a knock, or a click", arguments: [1, 2400])
  func knocked(count: Int) throws {
    var samples = PluckedString(first: 110, amplitude: 6e-4).render(rate: Self.rate, seconds: 2)
    var noise = SplitMix64(seed: 31)
    for index in Self.rate..<(Self.rate + count) {
      samples[index] += Bool.random(using: &noise) ? 0.5 : -0.5
    }
    let confidences = try confidences(samples, from: 1.5, to: 2, updates: 60)
    #expect(confidences.min() ?? 0 > 0.7)
  }

  @Test("hears a string to its end", arguments: [82.407, 329.63])
  func decay(first: Double) throws {
    let string = PluckedString(first: first, amplitude: 0.3).render(rate: Self.rate, seconds: 7)
    #expect(try confidences(string, from: 0.5, to: 7, updates: 60).min() ?? 0 > 0.7)
  }

  @Test("leaves a pitch its confidence up to 20 dB under the peak, and a third of it from 30 dB on")
  func weight() {
    for (drop, share) in [(0.0, 1.0), (19.9, 1), (25, 0.65), (30, 0.3), (60, 0.3)] {
      var residual = ResidualRinging()
      residual.hear(power: 0.1, highest: 0.1, after: 0)
      let power = 0.1 * pow(10, -drop / 10)
      residual.hear(power: power, highest: power, after: 0)
      #expect(abs(residual.weigh(0.9, in: 110) - 0.9 * share) < 1e-9, "\(drop) dB")
    }
  }

  @Test("follows a pitch that it knows, and knows none that nobody was sure of")
  func known() {
    var residual = ResidualRinging()
    residual.hear(power: 0.1, highest: 0.1, after: 0)
    #expect(residual.weigh(0.9, in: 110) == 0.9)
    #expect(residual.weigh(0.6, in: 220) == 0.6)
    residual.hear(power: 1e-6, highest: 1e-6, after: 0)
    #expect(residual.weigh(0.9, in: 112) == 0.9)
    #expect(residual.weigh(0.9, in: 115) == 0.9)
    #expect(residual.weigh(0.9, in: 220) < 0.3)
    residual.noteBegan()
    residual.hear(power: 0.1, highest: 0.1, after: 0)
    residual.hear(power: 1e-6, highest: 1e-6, after: 0)
    #expect(residual.weigh(0.9, in: 115) == 0.9)
    residual.noteBegan()
    residual.hear(power: 1e-6, highest: 1e-6, after: 0)
    #expect(residual.weigh(0.9, in: 220) == 0.9)
  }

  @Test("holds no peak that is no number against a pitch", arguments: [Double.infinity, .nan])
  func unbounded(highest: Double) {
    var residual = ResidualRinging()
    residual.hear(power: highest, highest: highest, after: 0.02)
    residual.hear(power: 1e-4, highest: 1e-4, after: 0.02)
    #expect(residual.weigh(0.9, in: 110) == 0.9)
  }
}
