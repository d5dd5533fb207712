// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import PitchDetection
import SignalProcessing
import TestSignals
import Testing

@Suite("Pitch engine")
struct PitchEngineTests {
  /// B0, E1, A1, E2, A2, D3, G3, B3, E4, C5, E6.
  static let firsts = [
    30.868, 41.203, 55, 82.407, 110, 146.83, 196, 246.94, 329.63, 523.25, 1318.51,
  ]

  @Test(
    "reads the first partial from B0 to E6, first partial strong, weak or missing",
    arguments: firsts)
  func firstPartial(first: Double) throws {
    for gain in [1, 0.03, 0] {
      let string = PluckedString(first: first, fundamentalGain: gain)
      let heard = try hear(string.render(rate: 48000, seconds: 1.3), rate: 48000)
      // From 0.2 s after the pluck on.
      let steady = heard.filter { $0.position > 21600 }
      #expect(steady.count == 51)
      for one in steady {
        let error = try #require(cents(one, from: first))
        // A partial that is not there is inferred, and the model is fitted with a prior on B.
        let limit = gain == 1 ? 0.5 : 3.0
        #expect(abs(error) < limit, "gain \(gain) at \(one.position): \(error)")
        #expect(one.estimate?.confidence ?? 0 > 0.7, "gain \(gain) at \(one.position)")
      }
    }
  }

  @Test("gives the same readings at any level within ±40 dB", arguments: [30.868, 110, 329.63])
  func gain(first: Double) throws {
    let string = PluckedString(first: first, amplitude: 0.05)
    let samples = string.render(rate: 48000, seconds: 1)
    let reference = try hear(samples, rate: 48000)
    for gain in [Float(0.01), 0.1, 3, 100] {
      let scaled = try hear(samples.map { $0 * gain }, rate: 48000)
      for (one, other) in zip(scaled, reference) where one.position > 14400 {
        let expected = try #require(other.estimate).frequency.value
        let error = try #require(cents(one, from: expected))
        // While a note has few periods, rounding errors of its samples change the start of the fit.
        let limit = one.position > 12000 + 9600 ? 0.01 : 0.05
        #expect(abs(error) < limit, "× \(gain) at \(one.position): \(error)")
        let difference = (one.estimate?.confidence ?? 0) - (other.estimate?.confidence ?? 0)
        #expect(abs(difference) < 0.001, "× \(gain) at \(one.position): \(difference)")
      }
    }
  }

  @Test(
    "gives the same bits for chunks of any size",
    arguments: [(48000, 60.0), (44100, 60), (44100, 59.94), (48000, 7.3), (22050, 200)])
  func chunks(rate: Int, updates: Double) throws {
    var samples = PluckedString(first: 82.407).render(rate: rate, seconds: 0.7)
    var noise = SplitMix64(seed: 3)
    for index in samples.indices {
      samples[index] += 1e-4 * Float.random(in: -1...1, using: &noise)
    }
    let reference = try hear(samples, rate: rate, updates: updates)
    #expect(reference.contains { $0.estimate?.confidence ?? 0 > 0.7 })
    for (seed, longest) in [(UInt64(1), 3), (2, 200), (3, 5000)] {
      var numbers = SplitMix64(seed: seed)
      let chunked = try hear(samples, rate: rate, updates: updates) {
        Int.random(in: 1...longest, using: &numbers)
      }
      #expect(chunked == reference, "seed \(seed)")
    }
  }

  @Test("reads a string the same at 44.1, 48, 96 and 192 kHz, within 0.01 cent", arguments: firsts)
  func rates(first: Double) throws {
    let string = PluckedString(first: first)
    // 0.7 to 1 s after the pluck.
    let range = 0.95...1.25
    var readings: [Int: [Double]] = [:]
    for rate in [44100, 48000, 96000, 192_000] {
      let heard = try hear(
        string.render(rate: rate, seconds: range.upperBound), rate: rate, updates: 20)
      readings[rate] = heard.filter { range.contains(Double($0.position) / Double(rate)) }
        .compactMap { cents($0, from: first) }
    }
    let reference = try #require(readings[48000])
    #expect(reference.count == 7)
    for (rate, cents) in readings {
      try #require(cents.count == reference.count)
      let worst = zip(cents, reference).map { abs($0 - $1) }.max() ?? 0
      #expect(worst < 0.01, "\(first) Hz at \(rate): \(worst) cents from 48 kHz")
    }
  }

  @Test("equals a new engine after a reset, to the bit")
  func reset() throws {
    var numbers = SplitMix64(seed: 9)
    // Hiss before the note: there is a background to learn, too.
    let string = PluckedString(first: 110, onset: 0.4).render(rate: 48000, seconds: 0.8)
    let samples = makeSamples(string.count) {
      string[$0] + 1e-4 * numbers.nextSample(in: -1...1)
    }
    let expected = try hear(samples, rate: 48000)
    let noise = numbers.samples(36000)
    let hum = makeSamples(48000) { Float(0.9 * sin(2 * .pi * 50 * Double($0) / 48000)) }
    let other = PluckedString(first: 73.4, amplitude: 0.8, onset: 0.01)
    for before in [noise, hum, hum + samples, other.render(rate: 48000, seconds: 0.5001)] {
      var engine = try PitchEngine(.init(sampleRate: SampleRate(48000)))
      _ = hear(before, by: &engine, rate: 48000)
      engine.reset()
      #expect(hear(samples, by: &engine, rate: 48000) == expected)
    }
  }

  @Test("reports nothing before the first sample, and the same twice without new samples")
  func empty() throws {
    var engine = try PitchEngine(.init(sampleRate: SampleRate(48000)))
    let nothing = engine.estimatePitch()
    #expect(nothing == nil)
    let samples = PluckedString(first: 196).render(rate: 48000, seconds: 0.6)
    engine.append(samples.span)
    let (one, other) = (engine.estimatePitch(), engine.estimatePitch())
    #expect(one?.frequency == other?.frequency)
  }

  @Test("reads a note that begins with the stream", arguments: [30.868, 82.407, 329.63])
  func beginning(first: Double) throws {
    let string = PluckedString(first: first, onset: 0)
    let heard = try hear(string.render(rate: 48000, seconds: 0.6), rate: 48000)
    for one in heard where one.position > 12000 {
      let error = try #require(cents(one, from: first))
      #expect(abs(error) < 1)
      #expect(one.estimate?.confidence ?? 0 > 0.7)
    }
  }

  @Test("reads a low string in hum that began before it", arguments: [50.0, 60])
  func hum(mains: Double) throws {
    for first in [41.203, 55, 82.407] {
      var samples = PluckedString(first: first, onset: 1).render(rate: 48000, seconds: 1.8)
      for index in samples.indices {
        let time = Double(index) / 48000
        let hum = sin(2 * .pi * mains * time) + sin(6 * .pi * mains * time + 1) / 3
        samples[index] += Float(0.01 * hum)
      }
      let heard = try hear(samples, rate: 48000)
      for one in heard where (24000...48000).contains(one.position) {
        #expect(one.estimate?.confidence ?? 0 < 0.3, "hum of \(mains) at \(one.position)")
      }
      for one in heard where one.position > 60000 {
        let error = try #require(cents(one, from: first))
        #expect(abs(error) < 5, "\(first) over \(mains) at \(one.position): \(error)")
        #expect(one.estimate?.confidence ?? 0 > 0.7)
      }
    }
  }

  /// 26 dB under the first partial at its beginning.
  @Test(
    "reads a string in hum that begins with it, and nothing once only hum remains",
    arguments: [50.0, 60], [82.407, 146.83, 196, 329.63, 880])
  func humFromTheStart(mains: Double, first: Double) throws {
    let rate = 48000
    let string = PluckedString(first: first, onset: 0.01).render(rate: rate, seconds: 3)
    var noise = SplitMix64(seed: 41)
    // A second holds whole periods of the hum.
    let hum = makeSamples(rate) { index in
      let turn = 2 * .pi * mains * Double(index) / Double(rate)
      return Float(0.005 * sumOfPartials(1...12) { n in sin(turn * n) / n })
    }
    let samples = makeSamples(string.count) { index in
      let time = Double(index) / Double(rate)
      // Damped after 2 s, within 50 ms.
      let damping = exp(-max(0, time - 2) / 0.01)
      return string[index] * Float(damping) + hum[index % rate]
        + 2e-5 * noise.nextSample(in: -1...1)
    }
    let heard = try hear(samples, rate: rate)
    var (near, sure, count) = (0, 0, 0)
    for one in heard where (rate / 5...rate).contains(one.position) {
      count += 1
      if let error = cents(one, from: first), abs(error) < 10 { near += 1 }
      if one.estimate?.confidence ?? 0 > 0.7 { sure += 1 }
    }
    #expect(near >= count * 95 / 100, "\(first) over \(mains): \(near) of \(count)")
    #expect(sure >= count * 95 / 100, "\(first) over \(mains): \(sure) of \(count)")
    for one in heard where one.position > rate * 5 / 2 {
      #expect(one.estimate?.confidence ?? 0 < 0.3, "hum of \(mains) at \(one.position)")
    }
  }

  @Test("reads a string at a frequency of hum that continues when its neighbour is damped")
  func stringBesideAnother() throws {
    let rate = 48000
    // A G string 35 cents sharp has its first partials on lines of 100 Hz.
    let low = PluckedString(first: 100, amplitude: 0.05).render(rate: rate, seconds: 4)
    let high = PluckedString(first: 329.63, amplitude: 0.2).render(rate: rate, seconds: 4)
    let samples = low.indices.map { index in
      low[index] + high[index] * Float(exp(-max(0, Double(index) / Double(rate) - 1) / 0.01))
    }
    for one in try hear(samples, rate: rate) where one.position > 2 * rate {
      let error = try #require(cents(one, from: 100))
      #expect(abs(error) < 5)
      #expect(one.estimate?.confidence ?? 0 > 0.7, "at \(one.position)")
    }
  }

  @Test(
    "reads a string at a frequency of hum that sounded before the stream began",
    arguments: [49.9, 60.1, 99.6, 100, 120.2])
  func ringing(first: Double) throws {
    // The stream begins in the middle of the note, so there is no onset.
    let string = PluckedString(first: first, onset: -0.5)
    let heard = try hear(string.render(rate: 48000, seconds: 2.5), rate: 48000)
    for one in heard where one.position > 72000 {
      let error = try #require(cents(one, from: first))
      #expect(abs(error) < 1)
      #expect(one.estimate?.confidence ?? 0 > 0.7, "\(first) at \(one.position)")
    }
  }

  @Test(
    "reports no string for hum that fluctuates a little", arguments: [50.0, 60])
  func waveringHum(mains: Double) throws {
    var noise = SplitMix64(seed: 17)
    let samples = makeSamples(4 * 48000) { index in
      let time = Double(index) / 48000
      let level = 0.02 * pow(10, 0.05 * sin(2 * .pi * 0.4 * time))
      let hum = sin(2 * .pi * mains * time) + sin(6 * .pi * mains * time + 1) / 3
      return Float(level * hum) + 1e-3 * noise.nextSample(in: -1...1)
    }
    for one in try hear(samples, rate: 48000) {
      #expect(one.estimate?.confidence ?? 0 < 0.3, "hum of \(mains) at \(one.position)")
    }
  }

  @Test("refuses unsupported sample rates", arguments: [7999, 192_001])
  func refusesRates(rate: Int) {
    #expect(
      throws: PitchDetectionError.sampleRateUnsupported(
        required: SampleRate.supported, actual: SampleRate(rate))
    ) { _ = try PitchEngine(.init(sampleRate: SampleRate(rate))) }
  }

  /// The last partial of a string in the noise of a room: the peaks of the noise make combs of its
  /// parts.
  @Test("reads the decay of a note at its pitch", arguments: [103.8, 146.6, 155.4, 207.7])
  func tail(frequency: Double) throws {
    let rate = 48000
    var numbers = SplitMix64(seed: 11)
    let samples: [Float] = (0..<(3 * rate)).map { index in
      let time = Double(index) / Double(rate) - 0.1
      let string = time < 0 ? 0 : 0.3 * exp(-2 * time) * sin(2 * .pi * frequency * time)
      return Float(string + 1e-3 * numbers.nextUniform(in: -1.7...1.7))
    }
    let heard = try hear(samples, rate: rate).filter { $0.position > rate / 2 }
    let sure = heard.filter { $0.estimate?.confidence ?? 0 >= 0.3 }
    #expect(sure.count > 140, "of \(heard.count)")
    for one in sure {
      let error = try #require(cents(one, from: frequency))
      #expect(abs(error) < 50, "at \(one.position): \(error) cents")
    }
  }
}
