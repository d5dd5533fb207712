// SPDX-License-Identifier: MIT

import AudioInput
import Foundation
import Testing

@Suite("The power of a mix beside that of its channels")
struct MixBalanceTests {
  /// Returns true if two or more channels of these gains cancel each other.
  private func isCancelled(_ gains: [Float]) -> Bool {
    var balance = MixBalance()
    var interleaved: [Float] = []
    for index in 0..<5000 {
      let sample = Float(sin(Double(index) * 0.05))
      interleaved += gains.map { $0 * sample }
    }
    // Blocks of any length count the same frames.
    let cut = 333 * gains.count
    balance.add(interleaved.span.extracting(first: cut), gains.count)
    balance.add(interleaved.span.extracting(cut..<interleaved.count), gains.count)
    return balance.isCancelled
  }

  @Test("channels cancel each other if the mix is 20 dB below them")
  func cancelled() {
    #expect(isCancelled([1, -1]))
    #expect(isCancelled([0.001, -0.001]))
    // (1 - 0.9)^2 / (1 + 0.81) is -22.6 dB, and (1 - 0.8)^2 / (1 + 0.64) is -16.1 dB.
    #expect(isCancelled([1, -0.9]))
    #expect(!isCancelled([1, -0.8]))
    #expect(isCancelled([1, 1, -1, -1]))
  }

  @Test("equal channels, one channel beside silent ones, and silence do not cancel each other")
  func added() {
    #expect(!isCancelled([1, 1]))
    #expect(!isCancelled([1, 0]))
    #expect(!isCancelled([Float](repeating: 0, count: 1000) + [1]))
    #expect(!isCancelled([0, 0]))
    #expect(!MixBalance().isCancelled)
    var invalid = MixBalance()
    let samples: [Float] = [.nan, .infinity, -.infinity, .nan]
    invalid.add(samples.span, 2)
    #expect(!invalid.isCancelled)
  }

  @Test("frames with an invalid channel tell nothing about the others")
  func invalidChannel() {
    #expect(!isCancelled([1, .nan]))
    #expect(!isCancelled([1, .infinity, 1]))
    var balance = MixBalance()
    // One frame in 17 is measured.
    for frame in [[Float.nan, 1], [1, -1]] {
      let samples = Array(repeatElement(frame, count: 170).joined())
      balance.add(samples.span, 2)
    }
    #expect(balance.isCancelled)
  }
}
