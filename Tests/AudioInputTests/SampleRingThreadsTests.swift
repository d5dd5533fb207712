// SPDX-License-Identifier: MIT

import Acoustics
import AudioInput
import Foundation
import Synchronization
import Testing

/// Sample *n* of this stream has a value that no sample within 65 537 of it has.
private struct Pattern: Sendable {
  static let period = 65_537
  static let longest = 1024
  private let values = (0..<(period + longest)).map { Float($0 % period) + 0.25 }

  func samples(from position: Int64, count: Int) -> ArraySlice<Float> {
    let start = Int(position % Int64(Self.period))
    return values[start..<(start + count)]
  }

  /// Compares bytes by the C library, which is fast enough for tens of millions of samples.
  func equals(_ block: [Float], count: Int, from position: Int64) -> Bool {
    let start = Int(position % Int64(Self.period))
    return values.withUnsafeBytes { expected in
      block.withUnsafeBytes { block in
        guard let block = block.baseAddress, let expected = expected.baseAddress else {
          return false
        }
        return memcmp(block, expected + 4 * start, 4 * count) == 0
      }
    }
  }
}

/// The record of the reader.
private struct Tally: Sendable {
  var received = 0
  var lost = 0
  var wrong = 0
  var end: Int64 = 0
}

@Suite("Sample ring between two threads")
struct SampleRingThreadsTests {
  private struct Story: Sendable, CustomTestStringConvertible {
    var name: String
    var capacity: Int
    var samples: Int
    /// True where the writer waits for room: only skipped samples may then be lost.
    var waits: Bool
    var testDescription: String { name }
  }

  private static let stories = [
    Story(name: "without loss", capacity: 4096, samples: 30_000_000, waits: true),
    Story(name: "with overflow", capacity: 512, samples: 30_000_000, waits: false),
    Story(name: "one sample wide", capacity: 1, samples: 300_000, waits: false),
  ]

  @Test("every delivered sample has its true position", arguments: stories)
  private func everySampleInItsPlace(story: Story) async throws {
    let ring = SampleRing(minimumCapacity: story.capacity)
    let pattern = Pattern()
    async let tally = onThread { Self.readAll(from: ring, pattern: pattern) }
    async let written = onThread { Self.writeAll(to: ring, story: story, pattern: pattern) }
    let (seen, total) = await (tally, written)
    #expect(seen.wrong == 0)
    #expect(seen.end == Int64(total) && seen.received + seen.lost == total)
    #expect(seen.lost == ring.overflowedCount + ring.missedCount)
    #expect(ring.missedCount > 0 && seen.received > 0)
    if story.waits { #expect(ring.overflowedCount == 0) }
  }

  /// Writes blocks of odd sizes with a gap now and then; returns the length of the stream.
  private static func writeAll(to ring: SampleRing, story: Story, pattern: Pattern) -> Int {
    var writer = ring.makeWriter()
    var state: UInt64 = 11
    var position = 0
    let longest = min(Pattern.longest, max(1, story.capacity / 2))
    while position < story.samples {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let count = 1 + Int(state >> 33) % longest
      while story.waits, ring.waitingCount + count > ring.capacity { sched_yield() }
      writer.write(pattern.samples(from: Int64(position), count: count).span)
      position += count
      if (state >> 20) & 255 == 0 {
        let lost = 1 + Int(state >> 40) % 5000
        writer.skip(lost)
        position += lost
      }
    }
    writer.skip(17)
    while !hasRoomForGaps(ring) { sched_yield() }
    writer.finish()
    return position + 17
  }

  /// At the end the reader has read every sample, and so every gap but the last.
  private static func hasRoomForGaps(_ ring: SampleRing) -> Bool { ring.waitingCount == 0 }

  private static func readAll(from ring: SampleRing, pattern: Pattern) -> Tally {
    var reader = ring.makeReader()
    var tally = Tally()
    var block = [Float](repeating: 0, count: 700)
    while true {
      let start = reader.position.samples
      var span = block.mutableSpan
      switch reader.read(into: &span) {
      case .samples(let count):
        if !pattern.equals(block, count: count, from: start) { tally.wrong += 1 }
        tally.received += count
      case .gap(let lost): tally.lost += lost
      case .idle: sched_yield()
      case .ended:
        tally.end = reader.position.samples
        return tally
      }
    }
  }

  /// Runs `body` on a new thread, because a spinning body must not block a thread of the task pool.
  private func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      Thread { continuation.resume(returning: body()) }.start()
    }
  }
}
