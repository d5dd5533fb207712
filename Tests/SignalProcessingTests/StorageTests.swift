// SPDX-License-Identifier: MIT

import Testing

@testable import SignalProcessing

@Suite("Denormal flushing")
struct DenormalFlushingTests {
  @Test("reads and writes denormals as zero inside the closure, and only there")
  func flushes() {
    var tiny = Float.leastNormalMagnitude
    withUnsafeMutablePointer(to: &tiny) { _ in }
    let inside = withDenormalsFlushed { tiny / 3 }
    #expect(inside == 0)
    #expect(tiny / 3 > 0)
  }
}

@Suite("Aligned buffer")
struct AlignedBufferTests {
  @Test("starts on a cache line, is zeroed, and has another page offset than its neighbours")
  func alignment() {
    let first = AlignedBuffer(count: 4096)
    let second = AlignedBuffer(count: 4096)
    let addresses = [first.address, second.address].map { Int(bitPattern: $0) }
    #expect(addresses.allSatisfy { $0.isMultiple(of: AlignedBuffer.alignment) })
    #expect(addresses[0] % 4096 != addresses[1] % 4096)
    var sum: Float = 0
    for index in 0..<first.count { sum += abs(first.span[index]) }
    #expect(sum == 0)
  }
}
