// SPDX-License-Identifier: MIT

import TestSignals
import Testing

@testable import SignalProcessing

@Suite("Sum of squares")
struct SumOfSquaresTests {
  @Test("equals its scalar twin, for every count up to three vectors plus one", arguments: 0...25)
  func agreesWithTwin(count: Int) {
    var numbers = SplitMix64(seed: UInt64(count) + 100)
    let samples = numbers.samples(count)
    let (fast, slow) = (sumOfSquares(samples.span), sumOfSquaresScalar(samples.span))
    // The lanes add in another order: a few roundings of the sum.
    #expect(abs(fast - slow) <= 4 * slow.ulp)
  }

  @Test("of two arrays equals each one's, bit for bit", arguments: 0...49)
  func pairs(count: Int) {
    var numbers = SplitMix64(seed: UInt64(count) + 300)
    let (first, second) = (numbers.samples(count), numbers.samples(count))
    let both = sumsOfSquares(first.span, second.span)
    #expect(both == SIMD2(sumOfSquares(first.span), sumOfSquares(second.span)))
  }

  @Test(
    "of two arrays equals its scalar twin, for every count up to three vectors plus one",
    arguments: 0...25)
  func pairsAgreeWithTwin(count: Int) {
    var numbers = SplitMix64(seed: UInt64(count) + 500)
    let (first, second) = (numbers.samples(count), numbers.samples(count))
    let fast = sumsOfSquares(first.span, second.span)
    let slow = sumsOfSquaresScalar(first.span, second.span)
    // The lanes add in another order: a few roundings of each sum.
    #expect(abs(fast.x - slow.x) <= 4 * slow.x.ulp)
    #expect(abs(fast.y - slow.y) <= 4 * slow.y.ulp)
  }

  @Test("of 1…n is n(n+1)(2n+1)/6")
  func closedForm() {
    let samples = (1...30).map(Float.init)
    #expect(sumOfSquares(samples.span) == 30 * 31 * 61 / 6)
  }
}

/// The scalar twin of `sumOfSquares`.
func sumOfSquaresScalar(_ samples: Span<Float>) -> Float {
  var total: Float = 0
  for index in samples.indices { total += samples[index] * samples[index] }
  return total
}

/// The scalar twin of `sumsOfSquares`.
func sumsOfSquaresScalar(_ first: Span<Float>, _ second: Span<Float>) -> SIMD2<Float> {
  var totals = SIMD2<Float>()
  for index in first.indices {
    totals.x += first[index] * first[index]
    totals.y += second[index] * second[index]
  }
  return totals
}
