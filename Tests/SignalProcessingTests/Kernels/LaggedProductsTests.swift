// SPDX-License-Identifier: MIT

import TestSignals
import Testing

@testable import SignalProcessing

@Suite("Lagged products")
struct LaggedProductsTests {
  @Test("equal their scalar twin, for every count up to three vectors plus one", arguments: 0...25)
  func agreesWithTwin(count: Int) {
    var numbers = SplitMix64(seed: UInt64(count) + 300)
    let (samples, earlier) = (numbers.samples(count), numbers.samples(count + 1))
    let fast = laggedProducts(of: samples.span, with: earlier.span, share: 0.3)
    let slow = laggedProductsScalar(of: samples.span, with: earlier.span, share: 0.3)
    // The lanes add in another order: a few roundings of sums no larger than this.
    let rounding = 4 * max(slow.own, slow.other).ulp
    #expect(abs(fast.product - slow.product) <= rounding)
    #expect(abs(fast.own - slow.own) <= rounding)
    #expect(abs(fast.other - slow.other) <= rounding)
  }

  @Test(
    "of 1…n with itself at half a sample of lag are sums of squares and of products of neighbours")
  func closedForm() {
    let samples = (1...30).map(Float.init)
    let earlier = (0...30).map(Float.init)
    let sums = laggedProducts(of: samples.span, with: earlier.span, share: 0.5)
    // y = i − ½: Σ i·(i − ½) and Σ (i − ½)², from Σ i = n(n+1)/2 and Σ i² = n(n+1)(2n+1)/6.
    let (plain, squares) = (Float(30 * 31) / 2, Float(30 * 31 * 61) / 6)
    #expect(sums.own == squares)
    #expect(sums.product == squares - plain / 2)
    #expect(sums.other == squares - plain + 30.0 / 4)
  }
}

/// The scalar twin of `laggedProducts`.
func laggedProductsScalar(
  of samples: Span<Float>, with earlier: Span<Float>, share: Float
) -> LaggedProducts {
  precondition(earlier.count > samples.count)
  return laggedProductsRest(samples, earlier, share, from: 0, LaggedProducts())
}
