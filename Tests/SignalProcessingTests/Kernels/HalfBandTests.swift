// SPDX-License-Identifier: MIT

import TestSignals
import Testing

@testable import SignalProcessing

@Suite("Half-band filter")
struct HalfBandTests {
  @Test(
    "gives the same bits as its scalar twin, for every count up to three vectors plus one",
    arguments: 0...25)
  func filtersAsTwin(count: Int) {
    var numbers = SplitMix64(seed: UInt64(count) + 530)
    for tapCount in [1, 4, 9] {
      let evens = numbers.samples(count + 2 * tapCount - 1)
      let odds = numbers.samples(count + tapCount - 1)
      let taps = numbers.samples(tapCount)
      var fast = [Float](repeating: 7, count: count + 2)
      var slow = fast
      do {
        var output = fast.mutableSpan
        filterHalfBand(
          evens.span, odds.span, by: taps.span, into: &output, at: 1, count: count)
      }
      do {
        var output = slow.mutableSpan
        filterHalfBandScalar(
          evens.span, odds.span, by: taps.span, into: &output, at: 1, count: count)
      }
      #expect(fast == slow)
      #expect(fast.first == 7 && fast.last == 7, "what lies around the outputs is left alone")
    }
  }

  // K = 2, so 7 taps: t₁, 0, t₀, ½, t₀, 0, t₁ over samples in their own order.
  @Test("equals a plain filter whose every other tap is zero")
  func closedForm() {
    let samples: [Float] = [1, 20, 300, 4000, 50_000, 600_000, 7_000_000, 0]
    let evens = [samples[0], samples[2], samples[4], samples[6]]
    let odds = [samples[1], samples[3], samples[5], samples[7]]
    var output: [Float] = [0]
    do {
      var span = output.mutableSpan
      let taps: [Float] = [0.25, 2]
      filterHalfBand(evens.span, odds.span, by: taps.span, into: &span, at: 0, count: 1)
    }
    let expected: Float = 2 + 75 + 2000 + 12_500 + 14_000_000
    #expect(output[0] == expected)
  }
}

/// The scalar twin of `filterHalfBand`.
func filterHalfBandScalar(
  _ evens: Span<Float>, _ odds: Span<Float>, by taps: Span<Float>,
  into output: inout MutableSpan<Float>, at start: Int, count: Int
) {
  checkHalfBand(evens, odds, taps, output.count, start, count)
  filterHalfBandRest(evens, odds, taps, &output, start, from: 0, count)
}
