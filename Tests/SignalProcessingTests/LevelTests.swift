// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import Testing

@testable import SignalProcessing

@Suite("Level")
struct LevelTests {
  @Test("of a full-scale sine is −3.01 dBFS, of a square 0, of silence none")
  func knownLevels() throws {
    let sine = (0..<4800).map { Float(sin(2 * Double.pi * Double($0) / 48)) }
    let square = (0..<4800).map { Float($0.isMultiple(of: 2) ? 1 : -1) }
    let levels = (rmsLevel(of: sine.span), rmsLevel(of: square.span))
    let sineLevel = try #require(levels.0)
    let squareLevel = try #require(levels.1)
    #expect(abs(sineLevel.value + 10 * log10(2)) < 1e-4)
    #expect(abs(squareLevel.value) < 1e-6)
    let silence = rmsLevel(of: [Float](repeating: 0, count: 10).span)
    let nothing = rmsLevel(of: [Float]().span)
    #expect(silence == nil)
    #expect(nothing == nil)
  }
}

@Suite("Denormal flushing")
struct DenormalFlushingTests {
  @Test("reads and writes denormals as zero inside, and only inside")
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
  @Test("starts on a cache line, zeroed, and not at one page offset with its neighbours")
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
