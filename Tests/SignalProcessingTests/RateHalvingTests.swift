// SPDX-License-Identifier: MIT

import Foundation
import TestSignals
import Testing

@testable import SignalProcessing

@Suite("Rate halving")
struct RateHalvingTests {
  private func halve(
    _ input: [Float], by halving: inout RateHalving, chunk: () -> Int = { 1024 }
  ) -> [Float] {
    var output: [Float] = []
    var start = 0
    while start < input.count {
      let end = min(input.count, start + chunk())
      var room = AlignedBuffer(count: (end - start) / 2 + 1)
      let written = halving.halve(input.span.extracting(start..<end), into: &room)
      for index in 0..<written { output.append(room.span[index]) }
      start = end
    }
    return output
  }

  /// The output for a sine of `turns` a sample; the filter has settled in it.
  private func sine(_ turns: Double, phase: Double = 0) -> [Float] {
    var halving = RateHalving(blockCount: 1024)
    let input = (0..<2000).map { Float(sin(2 * .pi * turns * Double($0) + phase)) }
    return Array(halve(input, by: &halving)[40...])
  }

  @Test(
    "passes frequencies below 0.15 of the rate within 0.001 dB, with a delay of half the filter")
  func passBand() {
    let delay = Double(RateHalving(blockCount: 1).delay)
    for turns in [0.0003, 0.01, 0.07, 0.11, 0.15] {
      for (index, sample) in sine(turns).enumerated() {
        let exact = sin(2 * .pi * turns * (Double(2 * (index + 40)) - delay))
        // 0.001 dB are 1.15e-4 of an amplitude.
        #expect(abs(Double(sample) - exact) < 1.2e-4)
      }
    }
  }

  @Test("attenuates frequencies above 0.35 of the rate by at least 94.5 dB")
  func stopBand() {
    for turns in stride(from: 0.35, through: 0.49, by: 0.0173) {
      let loudest = sine(turns, phase: 0.4).reduce(0) { max($0, abs($1)) }
      #expect(20 * log10(Double(loudest)) < -94.5, "at \(turns)")
    }
  }

  @Test("gives the same bits for chunks of any size")
  func chunks() {
    var numbers = SplitMix64(seed: 61)
    let input = numbers.samples(3001)
    var halving = RateHalving(blockCount: 1024)
    let whole = halve(input, by: &halving)
    let total = halving.totalCount
    #expect(whole.count == 1501 && total == 3001)
    for longest in [1, 7, 300] {
      halving.reset()
      let cut = halve(input, by: &halving) { Int.random(in: 1...longest, using: &numbers) }
      #expect(cut == whole)
    }
  }
}
