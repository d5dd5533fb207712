// SPDX-License-Identifier: MIT

import Foundation
import TestSignals
import Testing

@Suite("Loops over samples")
struct SampleLoopsTests {
  @Test("give the samples and sums of the standard library, to the bit")
  func equalsMapAndReduce() {
    func term(_ n: Double, _ index: Int) -> Double { sin(0.1 * Double(index) * n + n) / n }
    let single = makeSamples(500) { index in singleSumOfPartials(1...8) { term($0, index) } }
    let singles = (0..<500).map { index in
      (1...8).reduce(Float(0)) { $0 + Float(term(Double($1), index)) }
    }
    #expect(single == singles)
    let double = makeSamples(500) { index in Float(sumOfPartials(2...9) { term($0, index) }) }
    let doubles = (0..<500).map { index in
      Float((2...9).reduce(0.0) { $0 + term(Double($1), index) })
    }
    #expect(double == doubles)
    #expect(makeSamples(0) { _ in 1 } == [])
    #expect(makeSamples(-1) { _ in 1 } == [])
  }

  @Test("draw the samples of the standard library, to the bit")
  func equalsRandom() {
    var (one, other) = (SplitMix64(seed: 7), SplitMix64(seed: 7))
    let drawn = one.samples(1000) + one.samples(1000, in: -3e-4...2e-4)
    let full = (0..<1000).map { _ in Float.random(in: -1...1, using: &other) }
    let narrow = (0..<1000).map { _ in Float.random(in: -3e-4...2e-4, using: &other) }
    #expect(drawn == full + narrow)
    #expect(one.next() == other.next())
  }

  @Test("add a decaying sine that its formula gives within 1e-10")
  func decayingSine() {
    let sine = DecayingSine(amplitude: 0.7, decay: 1.5, angularFrequency: 2770, phase: 4)
    var samples = [Double](repeating: 1, count: 48_000)
    sine.add(to: &samples, from: 100, at: 0.01, rate: 24_000)
    #expect(samples[..<100].allSatisfy { $0 == 1 })
    for index in stride(from: 100, to: samples.count, by: 101) {
      let time = 0.01 + Double(index - 100) / 24_000
      let expected = 1 + 0.7 * exp(-1.5 * time) * sin(2770 * time + 4)
      #expect(abs(samples[index] - expected) < 1e-10, "at \(index)")
    }
  }
}
