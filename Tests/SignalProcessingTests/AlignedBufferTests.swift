// SPDX-License-Identifier: MIT

import Testing

@testable import SignalProcessing

@Suite("Aligned buffer")
struct AlignedBufferTests {
  @Test("starts on a cache line and is zeroed")
  func alignment() {
    let first = AlignedBuffer(count: 4096)
    #expect(Int(bitPattern: first.address).isMultiple(of: AlignedBuffer.alignment))
    var sum: Float = 0
    for index in 0..<first.count { sum += abs(first.span[index]) }
    #expect(sum == 0)
  }

  /// The system gives large buffers pages of their own, so all would have one offset.
  ///
  /// Other tests make buffers meanwhile, so neighbours may agree.
  @Test("large buffers have many page offsets")
  func staggers() {
    var offsets: Set<Int> = []
    for _ in 0..<32 {
      let buffer = AlignedBuffer(count: 65_536)
      offsets.insert(Int(bitPattern: buffer.address) % 4096)
    }
    #expect(offsets.count >= 8)
  }
}
