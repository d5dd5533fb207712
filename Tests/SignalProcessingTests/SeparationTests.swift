// SPDX-License-Identifier: MIT

import TestSignals
import Testing

@testable import SignalProcessing

@Suite("Separation of samples")
struct SeparationTests {
  @Test(
    "separates as its scalar twin does, for every count up to three lanes and one",
    arguments: 0...25)
  func separatesAsTwin(count: Int) {
    var numbers = SplitMix64(seed: UInt64(count) + 500)
    for start in 0...1 {
      let samples = numbers.samples(start + 2 * count)
      let room = [Float](repeating: 7, count: count + 1)
      var (evens, odds, slowEvens, slowOdds) = (room, room, room, room)
      do {
        var first = evens.mutableSpan
        var second = odds.mutableSpan
        separate(samples.span, from: start, count: count, into: &first, and: &second)
      }
      do {
        var first = slowEvens.mutableSpan
        var second = slowOdds.mutableSpan
        separateScalar(samples.span, from: start, count: count, into: &first, and: &second)
      }
      #expect(evens == slowEvens && odds == slowOdds)
      #expect(evens.last == 7 && odds.last == 7, "what lies behind is left alone")
      for index in 0..<count {
        #expect(evens[index] == samples[start + 2 * index])
        #expect(odds[index] == samples[start + 2 * index + 1])
      }
    }
  }
}
