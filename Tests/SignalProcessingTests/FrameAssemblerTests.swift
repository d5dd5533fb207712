// SPDX-License-Identifier: MIT

import TestSignals
import Testing

@testable import SignalProcessing

@Suite("Frame assembler")
struct FrameAssemblerTests {
  @Test(
    "holds the newest samples, for chunks of any size",
    arguments: [UInt64](0..<20))
  func newestSamples(seed: UInt64) throws {
    var numbers = SplitMix64(seed: seed)
    let frameCount = Int.random(in: 1...64, using: &numbers)
    var assembler = try FrameAssembler(frameCount: frameCount)
    var stream: [Float] = []
    for _ in 0..<30 {
      let chunk = numbers.samples(Int.random(in: 0...150, using: &numbers))
      stream += chunk
      assembler.append(chunk.span)
      let expected =
        [Float](repeating: 0, count: max(0, frameCount - stream.count)) + stream.suffix(frameCount)
      var actual: [Float] = []
      for index in 0..<frameCount { actual.append(assembler.frame[index]) }
      #expect(actual == expected, "seed \(seed)")
      #expect(assembler.totalCount == stream.count)
    }
  }

  @Test("holds zeros after a reset, and behaves like a new one")
  func reset() throws {
    var numbers = SplitMix64(seed: 77)
    var assembler = try FrameAssembler(frameCount: 10)
    assembler.append(numbers.samples(37).span)
    assembler.reset()
    #expect(assembler.totalCount == 0)
    assembler.append(([1, 2, 3] as [Float]).span)
    var frame: [Float] = []
    for index in 0..<10 { frame.append(assembler.frame[index]) }
    #expect(frame == [0, 0, 0, 0, 0, 0, 0, 1, 2, 3])
    #expect(assembler.totalCount == 3)
  }

  @Test("refuses an empty frame")
  func refusesEmpty() {
    #expect(throws: SignalProcessingError.frameTooShort(required: 1, actual: 0)) {
      _ = try FrameAssembler(frameCount: 0)
    }
  }
}
