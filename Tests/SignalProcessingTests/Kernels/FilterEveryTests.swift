// SPDX-License-Identifier: MIT

import TestSignals
import Testing

@testable import SignalProcessing

@Suite("filterEvery")
struct FilterEveryTests {
  @Test("agrees with its scalar twin", arguments: 0...25)
  func agreesWithTwin(count: Int) {
    var random = SplitMix64(seed: 11 + UInt64(count))
    for (tapCount, stride) in [(8, 1), (16, 3), (24, 4), (80, 17)] {
      let first = 2
      let samples = random.samples(first + max(0, count - 1) * stride + tapCount)
      let taps = random.samples(tapCount)
      var fast = [Float](repeating: 7, count: count + 2)
      var slow = fast
      var fastSpan = fast.mutableSpan
      filterEvery(
        samples.span, by: taps.span, from: first, stride: stride, into: &fastSpan, at: 1,
        count: count)
      var slowSpan = slow.mutableSpan
      filterEveryScalar(
        samples.span, by: taps.span, from: first, stride: stride, into: &slowSpan, at: 1,
        count: count)
      for index in fast.indices { #expect(abs(fast[index] - slow[index]) <= 1e-5) }
      #expect(fast.first == 7 && fast.last == 7, "what lies around the outputs is left alone")
    }
  }

  @Test("picks single samples with a filter of a single tap")
  func picksSamples() {
    let samples: [Float] = (0..<40).map(Float.init)
    let taps: [Float] = [0, 0, 0, 0, 0, 0, 0, 1]
    var output = [Float](repeating: 0, count: 4)
    var span = output.mutableSpan
    filterEvery(samples.span, by: taps.span, from: 1, stride: 5, into: &span, at: 0, count: 4)
    #expect(output == [8, 13, 18, 23])
  }
}

/// The scalar twin of `filterEvery`.
func filterEveryScalar(
  _ samples: Span<Float>, by taps: Span<Float>, from first: Int, stride: Int,
  into output: inout MutableSpan<Float>, at start: Int, count: Int
) {
  checkFilter(samples, taps, first, stride, output.count, start, count)
  for index in 0..<count {
    var sum: Float = 0
    for tap in taps.indices { sum += taps[tap] * samples[first + index * stride + tap] }
    output[start + index] = sum
  }
}
