// SPDX-License-Identifier: MIT

import TestSignals
import Testing

@testable import SignalProcessing

@Suite("Separation of samples")
struct SeparationTests {
  @Test(
    "separates like its scalar twin, for every count up to three vectors plus one",
    arguments: 0...25)
  func separatesAsTwin(count: Int) {
    var numbers = SplitMix64(seed: UInt64(count) + 500)
    for (start, place) in [(0, 0), (1, 0), (0, 3), (1, 9)] {
      let samples = numbers.samples(start + 2 * count)
      let room = [Float](repeating: 7, count: place + count + 1)
      var (evens, odds, slowEvens, slowOdds) = (room, room, room, room)
      do {
        var first = evens.mutableSpan
        var second = odds.mutableSpan
        separate(
          samples.span, from: start, count: count, into: &first, and: &second, at: place)
      }
      do {
        var first = slowEvens.mutableSpan
        var second = slowOdds.mutableSpan
        separateScalar(
          samples.span, from: start, count: count, into: &first, and: &second, at: place)
      }
      #expect(evens == slowEvens && odds == slowOdds)
      #expect(evens.last == 7 && odds.last == 7, "what lies behind is left alone")
      #expect(evens.prefix(place).allSatisfy { $0 == 7 }, "and what lies before")
      #expect(odds.prefix(place).allSatisfy { $0 == 7 })
      for index in 0..<count {
        #expect(evens[place + index] == samples[start + 2 * index])
        #expect(odds[place + index] == samples[start + 2 * index + 1])
      }
    }
  }
}

/// The scalar twin of `separate`.
func separateScalar(
  _ samples: Span<Float>, from first: Int, count: Int, into evens: inout MutableSpan<Float>,
  and odds: inout MutableSpan<Float>, at place: Int = 0
) {
  precondition(place >= 0 && first >= 0 && count >= 0 && first + 2 * count <= samples.count)
  separateRest(samples, first, &evens, &odds, place, from: 0, count)
}
