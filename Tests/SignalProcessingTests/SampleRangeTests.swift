// SPDX-License-Identifier: MIT

import SignalProcessing
import Testing

@Suite("The range of samples")
struct SampleRangeTests {
  private static let outside: [Float] = [
    .nan, .infinity, -.infinity, 1.001e12, -1.001e12, .greatestFiniteMagnitude,
  ]

  @Test("contains full scale, 32-bit integers and both of its ends")
  func contains() {
    for sample: Float in [0, -0.0, 1, -1, 0x1p31, -0x1p31, 1e12, -1e12, .leastNonzeroMagnitude] {
      #expect(SampleRange.contains(sample), "\(sample)")
    }
  }

  @Test("contains nothing beyond its ends, and nothing that is not a number", arguments: outside)
  func refuses(sample: Float) {
    #expect(!SampleRange.contains(sample))
    // Each place of a block of 8, and of the samples after the last whole block.
    for place in 0..<21 {
      var samples = [Float](repeating: 0.5, count: 21)
      let isClean = SampleRange.contains(samples.span)
      #expect(isClean)
      samples[place] = sample
      let isSound = SampleRange.contains(samples.span)
      #expect(!isSound, "place \(place)")
      let sound = SampleRange.silencingOthers(in: samples.span)
      samples[place] = 0
      #expect(sound == samples)
    }
  }
}
