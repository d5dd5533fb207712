// SPDX-License-Identifier: MIT

import TestSignals
import Testing

@testable import SignalProcessing

@Suite("Weighted sums")
struct WeightedSumsTests {
  @Test("equal their scalar twin, for every count up to three vectors plus one", arguments: 0...25)
  func agreesWithTwin(count: Int) {
    var numbers = SplitMix64(seed: UInt64(count) + 500)
    let (samples, values) = (numbers.samples(count), numbers.samples(4 * count))
    var next = 0
    let weights = SampleWeights(count: count) {
      next += 4
      return SIMD4(values[next - 4], values[next - 3], values[next - 2], values[next - 1])
    }
    let fast = weightedSums(of: samples.span, by: weights)
    let slow = weightedSumsScalar(of: samples.span, by: weights)
    // The lanes add in another order: a few roundings of sums no larger than the count.
    let rounding = 4 * Float(max(count, 1)).ulp
    for row in 0..<4 { #expect(abs(fast.sums[row] - slow.sums[row]) <= rounding) }
    #expect(abs(fast.energy - slow.energy) <= rounding)
  }

  @Test("of 1…n by 1, i, i² and −i are the sums of powers, also of fewer samples than weights")
  func closedForm() {
    var place: Float = 0
    let weights = SampleWeights(count: 40) {
      place += 1
      return SIMD4(1, place, place * place, -place)
    }
    let samples = (1...30).map(Float.init)
    let sums = weightedSums(of: samples.span, by: weights)
    // Σ i = n(n+1)/2, Σ i² = n(n+1)(2n+1)/6, Σ i³ = (Σ i)².
    let (plain, squares) = (Float(30 * 31) / 2, Float(30 * 31 * 61) / 6)
    #expect(sums.sums == SIMD4(plain, squares, plain * plain, -squares))
    #expect(sums.energy == squares)
  }
}

/// The scalar twin of `weightedSums`.
func weightedSumsScalar(of samples: Span<Float>, by weights: SampleWeights) -> WeightedSums {
  precondition(samples.count <= weights.count)
  return weightedSumsRest(samples, weights, from: 0, WeightedSums())
}
