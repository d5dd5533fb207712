// SPDX-License-Identifier: MIT

import TestSignals
import Testing

@Suite("SplitMix64 and the Gaussian source")
struct SplitMix64Tests {
  /// The published sequence of seed 1234567 (the reference C program's output, also on Rosetta
  /// Code).
  @Test("gives the published sequence")
  func knownAnswers() {
    var generator = SplitMix64(seed: 1_234_567)
    let expected: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
    ]
    for value in expected { #expect(generator.next() == value) }
  }

  @Test("keeps uniform values in their range, with the mean and variance of a uniform distribution")
  func uniform() {
    var generator = SplitMix64(seed: 5)
    let values = (0..<20_000).map { _ in generator.nextUniform(in: -1...3) }
    #expect(values.allSatisfy { (-1...3).contains($0) })
    let mean = values.reduce(0, +) / 20_000
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 20_000
    // Mean 1, variance 16/12; five standard errors of each.
    #expect(abs(mean - 1) < 5 * 0.0082)
    #expect(abs(variance - 4.0 / 3) < 5 * 0.0085)
  }

  @Test("draws independent Gaussian values with the moments 0, 1, 0 and 3")
  func gaussian() {
    var source = GaussianSource(SplitMix64(seed: 11))
    let count = 40_000
    let values = (0..<count).map { _ in source.next() }
    func moment(_ order: Int) -> Double {
      values.reduce(0) { sum, value in sum + (0..<order).reduce(1.0) { p, _ in p * value } }
        / Double(count)
    }
    // Standard errors √(var(xᵏ)/n): 1, √2, √15, √96 over √n; five of each.
    let root = Double(count).squareRoot()
    #expect(abs(moment(1)) < 5 / root)
    #expect(abs(moment(2) - 1) < 5 * 1.42 / root)
    #expect(abs(moment(3)) < 5 * 3.88 / root)
    #expect(abs(moment(4) - 3) < 5 * 9.8 / root)
    let lagged = zip(values, values.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 } / Double(count)
    #expect(abs(lagged) < 5 / root)
  }

  @Test("gives different sequences for different names, and the same for the same name")
  func names() {
    var first = SplitMix64(seed: 3, name: "string/E2/0")
    var same = SplitMix64(seed: 3, name: "string/E2/0")
    var other = SplitMix64(seed: 3, name: "string/E2/1")
    let value = first.next()
    #expect(same.next() == value)
    #expect(other.next() != value)
  }
}
