// SPDX-License-Identifier: MIT

import Acoustics
import AudioInput
import Testing

@Suite("Sample ring")
struct SampleRingTests {
  private func read(
    _ reader: inout SampleRingReader, upTo count: Int = 64
  ) -> (event: CaptureEvent, samples: [Float]) {
    var block = [Float](repeating: -1, count: count)
    var span = block.mutableSpan
    let event = reader.read(into: &span)
    if case .samples(let count) = event { return (event, Array(block.prefix(count))) }
    return (event, [])
  }

  @Test("rounds its capacity up to a power of two", arguments: [(1, 1), (5, 8), (8, 8), (9, 16)])
  func capacity(asked: Int, given: Int) {
    #expect(SampleRing(minimumCapacity: asked).capacity == given)
  }

  @Test("returns the written bits, including NaN and signed zeros")
  func bits() {
    let ring = SampleRing(minimumCapacity: 8)
    var writer = ring.makeWriter()
    var reader = ring.makeReader()
    let odd: [Float] = [.nan, -.infinity, -0.0, .leastNonzeroMagnitude, 1e30]
    for _ in 0..<100 {
      let taken = writer.write(odd.span)
      let waiting = ring.waitingCount
      let (event, samples) = read(&reader)
      #expect(taken == 5 && waiting == 5 && event == .samples(5))
      #expect(samples.map(\.bitPattern) == odd.map(\.bitPattern))
    }
    let (event, position) = (read(&reader).event, reader.position)
    #expect(event == .idle && position == SamplePosition(500))
    #expect(ring.overflowedCount == 0 && ring.missedCount == 0 && ring.waitingCount == 0)
  }

  @Test("puts a gap exactly between the sample before it and the sample after it")
  func gapInPlace() {
    let ring = SampleRing(minimumCapacity: 16)
    var writer = ring.makeWriter()
    var reader = ring.makeReader()
    writer.write(([1, 2, 3] as [Float]).span)
    writer.skip(400)
    writer.skip(0)
    writer.skip(80)
    writer.write(([4, 5] as [Float]).span)
    var seen: [CaptureEvent] = []
    var samples: [Float] = []
    var positions: [Int64] = []
    for _ in 0..<4 {
      let part = read(&reader)
      seen.append(part.event)
      samples += part.samples
      positions.append(reader.position.samples)
    }
    #expect(seen == [.samples(3), .gap(lost: 480), .samples(2), .idle])
    #expect(samples == [1, 2, 3, 4, 5] && positions == [3, 483, 485, 485])
    #expect(ring.missedCount == 480 && ring.overflowedCount == 0)
  }

  @Test("drops samples without room, counts them, and reports their position")
  func overflow() {
    let ring = SampleRing(minimumCapacity: 4)
    var writer = ring.makeWriter()
    var reader = ring.makeReader()
    let taken = [
      writer.write(([1, 2, 3] as [Float]).span), writer.write(([4, 5, 6] as [Float]).span),
      writer.write(([7] as [Float]).span),
    ]
    let first = read(&reader)
    let afterwards = writer.write(([8, 9] as [Float]).span)
    let (gap, last) = (read(&reader).event, read(&reader).samples)
    let position = reader.position
    #expect(taken == [3, 1, 0] && afterwards == 2)
    #expect(first.samples == [1, 2, 3, 4])
    #expect(gap == .gap(lost: 3) && last == [8, 9] && position == SamplePosition(9))
    #expect(ring.overflowedCount == 3)
  }

  @Test("ends when everything is read, including a gap at the end")
  func end() {
    let ring = SampleRing(minimumCapacity: 4)
    var writer = ring.makeWriter()
    var reader = ring.makeReader()
    writer.write(([1, 2] as [Float]).span)
    writer.skip(7)
    writer.finish()
    var seen: [CaptureEvent] = []
    for _ in 0..<4 { seen.append(read(&reader, upTo: 1).event) }
    seen.append(read(&reader).event)
    #expect(seen == [.samples(1), .samples(1), .gap(lost: 7), .ended, .ended])
  }

  @Test("keeps every position when there are more gaps than it can hold")
  func manyGaps() {
    let ring = SampleRing(minimumCapacity: 1024)
    var writer = ring.makeWriter()
    var reader = ring.makeReader()
    // Sample n has the value n, so its true position is known.
    var written: Int64 = 0
    for _ in 0..<200 {
      writer.skip(3)
      written += 3
      writer.write([Float(written)].span)
      written += 1
    }
    var read: Int64 = 0
    for round in 0..<100_000 {
      var block: [Float] = [0]
      var span = block.mutableSpan
      let event = reader.read(into: &span)
      if case .samples = event { #expect(Int64(block[0]) == reader.position.samples - 1) }
      if event == .idle { break }
      read = reader.position.samples
      if round == 40 {
        writer.skip(1000)
        writer.write([Float(written + 1000)].span)
        written += 1001
      }
    }
    // A pending gap comes out with the next sample.
    writer.write([Float(written)].span)
    var block: [Float] = [0]
    for _ in 0..<2 {
      var span = block.mutableSpan
      _ = reader.read(into: &span)
    }
    let end = reader.position.samples
    #expect(read <= written && end == written + 1 && block[0] == Float(written))
    #expect(ring.overflowedCount > 0)
  }

  @Test("a reader with a small block gets the same samples")
  func smallBlocks() {
    let ring = SampleRing(minimumCapacity: 32)
    var writer = ring.makeWriter()
    var reader = ring.makeReader()
    var expected: [Float] = []
    var received: [Float] = []
    for round in 0..<500 {
      let block = (0..<(round % 29)).map { Float(round * 100 + $0) }
      writer.write(block.span)
      expected += block
      while true {
        let part = read(&reader, upTo: 1 + round % 7)
        guard case .samples = part.event else { break }
        received += part.samples
      }
    }
    #expect(received == expected)
  }
}
