// SPDX-License-Identifier: MIT

import TestSignals
import Testing

@testable import SignalProcessing

@Suite("Fifth lowest")
struct FifthLowestTests {
  private func write(
    _ values: [Float],
    by body: (Span<Float>, inout MutableSpan<Float>, inout MutableSpan<Float>) -> Void
  ) -> [Float] {
    let blocks = values.count / 8
    var scratch = [Float](repeating: .nan, count: 5 * (blocks + 4))
    var lowest = [Float](repeating: .nan, count: blocks)
    do {
      var space = scratch.mutableSpan
      var output = lowest.mutableSpan
      body(values.span, &space, &output)
    }
    return lowest
  }

  @Test("equals that of its scalar twin, for every number of steps up to four", arguments: 0...4)
  func agreesWithTwin(steps: Int) {
    var numbers = SplitMix64(seed: UInt64(steps) + 560)
    for _ in 0..<20 {
      let values = numbers.samples(32 * steps)
      let fast = write(values) { writeFifthLowest(of: $0, scratch: &$1, into: &$2) }
      let slow = write(values) { writeFifthLowestScalar(of: $0, scratch: &$1, into: &$2) }
      #expect(fast == slow)
    }
  }

  @Test("is the fifth of the sorted values, also with ties and at the end")
  func sorted() {
    var numbers = SplitMix64(seed: 590)
    for levels in [2, 5, 1000] {
      let values = (0..<320).map { _ in Float(Int.random(in: 0..<levels, using: &numbers)) }
      let found = write(values) { writeFifthLowest(of: $0, scratch: &$1, into: &$2) }
      for block in found.indices {
        let around = values[8 * block..<min(8 * block + 32, values.count)].sorted()
        #expect(found[block] == around[4])
      }
    }
  }

  // The zero-one principle (Knuth, §5.3.4): a network that orders every sequence of zeros and ones
  // orders everything. All 256 blocks of eight, four at a time beside ones.
  @Test("orders every block of zeros and ones")
  func zeroOne() {
    for pattern in 0..<256 {
      let block = (0..<8).map { Float(pattern >> $0 & 1) }
      for place in 0..<4 {
        var values = [Float](repeating: 1, count: 32)
        values.replaceSubrange(8 * place..<8 * place + 8, with: block)
        let found = write(values) { writeFifthLowest(of: $0, scratch: &$1, into: &$2) }
        let zeros = block.count { $0 == 0 }
        #expect(found[0] == (zeros >= 5 ? 0 : 1))
      }
    }
  }

  @Test("of any rank is that of the sorted values", arguments: 0...7)
  func nth(rank: Int) {
    var numbers = SplitMix64(seed: UInt64(rank) + 600)
    for count in [rank + 1, 9, 20, 33] where count > rank {
      let values = numbers.samples(count)
      #expect(nthLowest(rank, of: values.span) == values.sorted()[rank])
    }
  }
}

/// The scalar twin of `writeFifthLowest`.
func writeFifthLowestScalar(
  of values: Span<Float>, scratch: inout MutableSpan<Float>, into lowest: inout MutableSpan<Float>
) {
  precondition(values.count == 8 * lowest.count)
  for block in lowest.indices {
    lowest[block] = nthLowest(
      4, of: values.extracting(8 * block..<min(8 * block + 32, values.count)))
  }
}
