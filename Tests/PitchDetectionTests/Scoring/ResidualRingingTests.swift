// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import SignalProcessing
import TestSignals
import Testing

@testable import PitchDetection

@Suite("Attenuation of residual ringing")
struct ResidualRingingTests {
  private static let rate = 48000
  /// The start and the duration of a blow of the hand on the strings, in seconds.
  private static let blow = (start: 0.25, seconds: 0.1)

  /// Adds noise between ±0.3 for the time of the blow.
  private func addBlow(to samples: [Float]) -> [Float] {
    var noise = SplitMix64(seed: 29)
    let struck = Int(Self.blow.start * Double(Self.rate))
    let released = struck + Int(Self.blow.seconds * Double(Self.rate))
    var struckSamples = samples
    for index in struck..<released { struckSamples[index] += noise.nextSample(in: -0.3...0.3) }
    return struckSamples
  }

  private func confidences(_ samples: [Float], from start: Double, to end: Double, updates: Double)
    throws -> [Double]
  {
    let heard = try hear(samples, rate: Self.rate, updates: updates)
    return heard.filter { start..<end ~= Double($0.position) / Double(Self.rate) }
      .map { $0.estimate?.confidence ?? 0 }
  }

  @Test(
    "shows no string that vibrates after a blow on the strings", arguments: [55, 110, 246.94],
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

  @Test("shows a pitch that stays at one level for seconds")
  func sustained() throws {
    let tone = makeSamples(6 * Self.rate) { index in
      let time = Double(index) / Double(Self.rate) - Self.blow.start
      guard time > 0 else { return 0 }
      return Float(0.001 * sumOfPartials(1...6) { n in sin(n * 220 * .pi * time) / n })
    }
    let samples = addBlow(to: tone)
    #expect(try confidences(samples, from: 0.5, to: 1.5, updates: 60).max() ?? 1 < 0.3)
    #expect(try confidences(samples, from: 5, to: 6, updates: 60).min() ?? 0 > 0.7)
  }

  @Test(
    "gives the end of a sound no confidence if its pitch was no answer while it was loud",
    arguments: [20.0, 60, 200])
  func unanswered(updates: Double) throws {
    // A resonance that is struck falls by 46 dB and its pitch by a semitone, and then both stay.
    var angle = 0.0
    let sound = makeSamples(2 * Self.rate) { index in
      let time = Double(index) / Double(Self.rate) - Self.blow.start
      guard time > 0 else { return 0 }
      let fall = min(1, time / 0.3)
      angle += 2 * .pi * 98 * exp2(-fall / 12) / Double(Self.rate)
      let sum = sumOfPartials(1...6) { n in sin(n * angle) / n }
      return Float(0.1 * pow(10, -46 * fall / 20) * sum)
    }
    let end = try confidences(sound, from: 0.8, to: 1.3, updates: updates)
    #expect(end.max() ?? 1 < 0.3)
  }

  @Test("reads a string plucked after a blow, 40 dB below it")
  func plucked() throws {
    let string = PluckedString(first: 110, amplitude: 6e-4, onset: 0.6)
      .render(rate: Self.rate, seconds: 1.2)
    let heard = try confidences(addBlow(to: string), from: 0.8, to: 1.2, updates: 60)
    #expect(heard.min() ?? 0 > 0.7)
  }

  @Test("keeps a string that sounds through a knock or a click", arguments: [1, 2400])
  func knocked(count: Int) throws {
    var samples = PluckedString(first: 110, amplitude: 6e-4).render(rate: Self.rate, seconds: 2)
    var noise = SplitMix64(seed: 31)
    for index in Self.rate..<(Self.rate + count) {
      samples[index] += Bool.random(using: &noise) ? 0.5 : -0.5
    }
    let confidences = try confidences(samples, from: 1.5, to: 2, updates: 60)
    #expect(confidences.min() ?? 0 > 0.7)
  }

  @Test("keeps a string to the end of its decay", arguments: [82.407, 329.63])
  func decay(first: Double) throws {
    let string = PluckedString(first: first, amplitude: 0.3).render(rate: Self.rate, seconds: 7)
    #expect(try confidences(string, from: 0.5, to: 7, updates: 60).min() ?? 0 > 0.7)
  }

  /// Returns the confidence that remains of `confidence` in a pitch, which is remembered where it
  /// is clear.
  private func score(
    _ frequency: Double, _ confidence: Double, in ringing: inout ResidualRinging
  ) -> Double {
    let remaining = confidence * ringing.attenuation(at: frequency)
    ringing.remember(frequency, confidence: remaining)
    return remaining
  }

  @Test("keeps the confidence down to 20 dB below the peak, and 30 % of it from 30 dB on")
  func weight() {
    for (drop, share) in [(0.0, 1.0), (19.9, 1), (25, 0.65), (30, 0.3), (60, 0.3)] {
      var ringing = ResidualRinging()
      ringing.add(power: 0.1, highest: 0.1, after: 0)
      let power = 0.1 * pow(10, -drop / 10)
      ringing.add(power: power, highest: power, after: 0)
      #expect(abs(ringing.attenuation(at: 110) - share) < 1e-9, "\(drop) dB")
    }
  }

  @Test("follows a pitch that was clear near the peak, and no other")
  func known() {
    var ringing = ResidualRinging()
    ringing.add(power: 0.1, highest: 0.1, after: 0)
    #expect(score(110, 0.9, in: &ringing) == 0.9)
    #expect(score(220, 0.6, in: &ringing) == 0.6)
    ringing.add(power: 1e-6, highest: 1e-6, after: 0)
    #expect(score(112, 0.9, in: &ringing) == 0.9)
    #expect(score(115, 0.9, in: &ringing) == 0.9)
    #expect(score(220, 0.9, in: &ringing) < 0.3)
    ringing.noteBegan()
    ringing.add(power: 0.1, highest: 0.1, after: 0)
    ringing.add(power: 1e-6, highest: 1e-6, after: 0)
    #expect(score(115, 0.9, in: &ringing) == 0.9)
    ringing.noteBegan()
    ringing.add(power: 1e-6, highest: 1e-6, after: 0)
    #expect(score(220, 0.9, in: &ringing) == 0.9)
  }

  @Test("ignores a peak that is not finite", arguments: [Double.infinity, .nan])
  func unbounded(highest: Double) {
    var ringing = ResidualRinging()
    ringing.add(power: highest, highest: highest, after: 0.02)
    ringing.add(power: 1e-4, highest: 1e-4, after: 0.02)
    #expect(score(110, 0.9, in: &ringing) == 0.9)
  }
}
