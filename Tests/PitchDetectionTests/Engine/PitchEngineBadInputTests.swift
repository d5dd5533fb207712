// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import PitchDetection
import SignalProcessing
import TestSignals
import Testing

@Suite("Pitch engine and bad input")
struct PitchEngineBadInputTests {
  /// Signals without a string, which must not have an answer.
  enum NoString: String, CaseIterable {
    case silence, denormals, constant, impulse, tone, faint, steps, noise

    func samples(_ count: Int, rate: Int) -> [Float] {
      var numbers = SplitMix64(seed: 21)
      return (0..<count).map { index in
        switch self {
        case .silence: 0
        case .denormals: Float.leastNonzeroMagnitude * Float(index % 7)
        case .constant: 0.8
        case .impulse: index == count / 2 ? 1 : 0
        case .tone: Float(0.5 * sin(2 * .pi * 20000 * Double(index) / Double(rate)))
        case .faint: Float(1e-7 * sin(2 * .pi * 110 * Double(index) / Double(rate)))
        case .steps: index < count / 2 ? -0.3 : 0.3
        case .noise: Float.random(in: -0.3...0.3, using: &numbers)
        }
      }
    }
  }

  /// Takes DC and rumble away, as a pipeline does before its detector.
  private func conditioned(_ samples: [Float], rate: Int) -> [Float] {
    var conditioner = InputConditioner(sampleRate: SampleRate(rate))
    var output = samples
    do {
      var span = output.mutableSpan
      conditioner.condition(samples.span, into: &span)
    }
    return output
  }

  @Test("reports nothing for input without a string", arguments: NoString.allCases, [true, false])
  func nothing(_ kind: NoString, isConditioned: Bool) throws {
    let bad = kind.samples(24000, rate: 48000)
    let heard = try hear(isConditioned ? conditioned(bad, rate: 48000) : bad, rate: 48000)
    for one in heard {
      #expect(
        one.estimate?.confidence ?? 0 < 0.3,
        "\(kind) at \(one.position): \(one.estimate?.frequency.value ?? 0) Hz")
    }
  }

  @Test(
    "reports nothing for DC of any size",
    arguments: [-8, -1, -0.1, 1e-3, 0.05, 0.3, 1, 30] as [Float])
  func direct(value: Float) throws {
    for one in try hear([Float](repeating: value, count: 48000), rate: 48000) {
      #expect(one.estimate?.confidence ?? 0 < 0.3, "\(one.position)")
    }
  }

  @Test("recovers after bad input", arguments: NoString.allCases)
  func recovers(_ kind: NoString) throws {
    let rate = 48000
    let bad = kind.samples(24000, rate: rate)
    let good = PluckedString(first: 110, onset: 0.1).render(rate: rate, seconds: 0.8)
    let expected = try hear(good, rate: rate)
    let heard = try hear(bad + good, rate: rate).suffix(expected.count)
    // By design the learned background of loud noise counts as noise of the next note, and changes
    // the weights of its partials.
    let limit = kind == .noise ? 0.2 : 0.01
    for (one, other) in zip(heard, expected) where other.position > 4800 + 9600 {
      let reference = try #require(other.estimate).frequency.value
      let error = try #require(cents(one, from: reference))
      #expect(abs(error) < limit, "\(kind) at \(other.position): \(error)")
    }
  }

  /// Clipping mixes the partials: f_{n+1} − f_n of a string with B = 1e-4 lies 28 cents above f_1
  /// at n = 10, closer than a window can part them.
  @Test("reads the pitch of a clipped string", arguments: [82.407, 246.94])
  func clipped(first: Double) throws {
    let samples = PluckedString(first: first, amplitude: 4).render(rate: 48000, seconds: 0.9)
    let heard = try hear(samples.map { max(-0.5, min(0.5, $0)) }, rate: 48000)
    for one in heard where one.position > 21600 {
      let error = try #require(cents(one, from: first))
      #expect(abs(error) < 28, "\(one.position): \(error)")
    }
  }

  @Test("reads a string with DC", arguments: [30.868, 329.63])
  func offset(first: Double) throws {
    let samples = PluckedString(first: first).render(rate: 48000, seconds: 0.9).map { $0 + 0.5 }
    for one in try hear(samples, rate: 48000) where one.position > 21600 {
      let error = try #require(cents(one, from: first))
      #expect(abs(error) < 1, "\(one.position): \(error)")
    }
  }

  @Test("reads strings at the ends of the supported rates", arguments: [8000, 192_000])
  func extremeRates(rate: Int) throws {
    for first in [30.868, 110, 659.26] {
      let samples = PluckedString(first: first).render(rate: rate, seconds: 0.9)
      for one in try hear(samples, rate: rate) where one.position * 2 > rate {
        let error = try #require(cents(one, from: first))
        #expect(abs(error) < 2, "\(first) at \(rate), \(one.position): \(error)")
        #expect(one.estimate?.confidence ?? 0 > 0.7)
      }
    }
  }

  @Test("keeps every property in its range for any input", arguments: [UInt64](0..<20))
  func fuzz(seed: UInt64) throws {
    let rates = [8000, 16000, 22050, 44100, 48000]
    for part in 0..<10 {
      var numbers = SplitMix64(seed: seed * 10 + UInt64(part))
      let rate = rates[numbers.nextIndex(below: rates.count)]
      let updates = numbers.nextUniform(in: 3...50)
      let heard = try hear(mixture(&numbers, rate: rate), rate: rate, updates: updates)
      for one in heard {
        guard let estimate = one.estimate else { continue }
        #expect((0...1).contains(estimate.confidence), "seed \(seed), part \(part)")
        #expect((25...1600).contains(estimate.frequency.value), "seed \(seed), part \(part)")
        let sigma = try #require(estimate.sigma).value
        #expect(sigma > 0 && sigma.isFinite, "seed \(seed), part \(part): \(sigma)")
        let coefficient = estimate.inharmonicity ?? 0
        #expect((0...2e-3).contains(coefficient), "seed \(seed), part \(part): \(coefficient)")
        if let fit = estimate.fit { #expect((25...1600).contains(fit.value)) }
        if let period = estimate.period { #expect((20...2500).contains(period.value)) }
      }
    }
  }

  /// A third of a second of up to five random parts: sines, bursts of noise, steps, impulses,
  /// silence.
  private func mixture(_ numbers: inout SplitMix64, rate: Int) -> [Float] {
    var samples = [Float](repeating: 0, count: rate / 3)
    for _ in 0...numbers.nextIndex(below: 5) {
      let start = numbers.nextIndex(below: samples.count)
      let end = min(samples.count, start + 1 + numbers.nextIndex(below: samples.count))
      let amplitude = Float(pow(10, numbers.nextUniform(in: -9...4)))
      let frequency = exp(numbers.nextUniform(in: log(5)...log(Double(rate) / 2)))
      let kind = numbers.nextIndex(below: 5)
      for index in start..<end {
        let turn = 2 * .pi * frequency * Double(index) / Double(rate)
        switch kind {
        case 0: samples[index] += amplitude * Float(sin(turn))
        case 1: samples[index] += amplitude * Float.random(in: -1...1, using: &numbers)
        case 2: samples[index] += sin(turn) > 0 ? amplitude : -amplitude
        case 3: samples[index] += amplitude
        default: if index == start { samples[index] += amplitude }
        }
      }
    }
    return samples
  }
}
