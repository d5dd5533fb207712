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
