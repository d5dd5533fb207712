// SPDX-License-Identifier: MIT

import Acoustics
import AudioInput
import PitchDetection
import SignalProcessing
import TunerPipeline
import Tuning

extension FuzzTarget {
  static let streams = [
    FuzzTarget(
      "ring", "the ring between capture and analysis",
      seeds: { [[4, 0, 9, 1, 5, 3, 40, 1, 60, 2, 0, 3, 9, 0, 200, 1, 200, 0, 0]] }
    ) { bytes in ring(bytes) },
    FuzzTarget(
      "frames", "the assembly of frames",
      seeds: { [[7, 3, 9, 1, 0, 255, 4], [1, 1, 1], [200, 0, 50, 60, 70]] }
    ) { bytes in frames(bytes) },
    FuzzTarget(
      "pipeline", "samples of any value in chunks of any size",
      seeds: { [[0, 0, 9, 1, 40, 2, 50, 3, 0x7F, 0xC0, 0, 0, 4, 200, 0], [1, 1, 200, 0, 99]] }
    ) { bytes in pipeline(bytes) },
    FuzzTarget(
      "mixer", "channels mixed to one", seeds: { [[2, 0, 63, 128, 0, 0, 255, 128, 0, 0]] }
    ) { bytes in
      var reader = ByteReader(bytes)
      let channels = 1 + reader.byte() % 12
      let wanted = reader.byte()
      var samples: [Float] = []
      while !reader.isAtEnd { samples.append(reader.sample()) }
      let selection: ChannelSelection = wanted == 0 ? .mix : .channel(wanted)
      guard let mixer = try? MonoMixer(channelCount: channels, selection: selection) else {
        precondition(wanted > channels, "Every channel that is there can be had.")
        return
      }
      var mono = [Float](repeating: 0, count: samples.count / channels)
      var span = mono.mutableSpan
      let count = mixer.mix(samples.span, into: &span)
      precondition(count == samples.count / channels, "A sample comes of each frame.")
    },
  ]

  /// Writes and reads in any order, and compares what comes out with what went in.
  private static func ring(_ bytes: [UInt8]) {
    var choices = ByteReader(bytes)
    let ring = SampleRing(minimumCapacity: 1 + choices.number(below: 300))
    var writer = ring.makeWriter()
    var reader = ring.makeReader()
    var stream = NumberedStream()
    while !choices.isAtEnd, stream.sent < 1 << 22 {
      switch choices.byte() % 4 {
      case 0, 3:
        let block = stream.block(ofCount: choices.number(below: 400))
        stream.send(block.count, taken: writer.write(block.span))
      case 1:
        let count = choices.byte() * 5
        writer.skip(count)
        stream.send(count, taken: 0)
      default:
        var block = [Float](repeating: -1, count: 1 + choices.byte())
        _ = stream.read(&block, from: &reader)
      }
    }
    writer.finish()
    var block = [Float](repeating: -1, count: 64)
    while stream.read(&block, from: &reader) {}
    precondition(stream.heard <= stream.sent, "Nothing is heard that was not sent.")
    precondition(
      stream.taken.allSatisfy { $0 < stream.heard }, "Nothing that was taken is lost.")
  }

  /// A stream whose sample number n has the value n; a position that was lost has none.
  private struct NumberedStream {
    private(set) var sent = 0
    private(set) var heard = 0
    private(set) var taken: Set<Int> = []

    /// Returns the next samples.
    func block(ofCount count: Int) -> [Float] { (sent..<(sent + count)).map(Float.init) }

    /// Records that samples were sent, the first ones of which the ring took.
    mutating func send(_ count: Int, taken takenCount: Int) {
      taken.formUnion(sent..<(sent + takenCount))
      sent += count
    }

    /// Reads and compares a block; false if there is none.
    mutating func read(_ block: inout [Float], from reader: inout SampleRingReader) -> Bool {
      var span = block.mutableSpan
      switch reader.read(into: &span) {
      case .samples(let count):
        for place in 0..<count {
          precondition(block[place] == Float(heard), "Every sample is where it was sent.")
          precondition(taken.contains(heard), "No sample is made up.")
          heard += 1
        }
      case .gap(let lost):
        precondition(lost > 0, "A gap has a length.")
        heard += lost
      case .idle, .ended: return false
      }
      precondition(reader.position.samples == Int64(heard), "The reader knows its place.")
      return true
    }
  }

  /// Assembles frames of chunks, and compares the newest with an array.
  private static func frames(_ bytes: [UInt8]) {
    var choices = ByteReader(bytes)
    let count = 1 + choices.byte()
    guard var assembler = try? FrameAssembler(frameCount: count) else {
      preconditionFailure("A frame has a sample.")
    }
    var model = [Float](repeating: 0, count: count)
    var next: Float = 1
    while !choices.isAtEnd {
      let length = choices.number(below: 1000)
      if length == 999 {
        assembler.reset()
        model = [Float](repeating: 0, count: count)
        continue
      }
      let chunk = (0..<length).map { next + Float($0) }
      next += Float(length)
      assembler.append(chunk.span)
      model = (model + chunk).suffix(count) + []
      let frame = assembler.frame
      for place in 0..<count {
        precondition(frame[place] == model[place], "A frame holds the newest samples.")
      }
    }
  }

  /// Runs a stream through two pipelines in different chunks: the results are the same to the bit.
  private static func pipeline(_ bytes: [UInt8]) {
    var choices = ByteReader(bytes)
    let rate = SampleRate([8000, 11025, 16000, 48000][choices.byte() % 4])
    let updates = UpdateRate(updates: 10 + choices.byte() % 51)
    var stream: [Float] = []
    var gaps: [(at: Int, count: Int)] = []
    while !choices.isAtEnd, stream.count < 24_000 {
      let count = 1 + choices.byte() * 16
      switch choices.byte() % 6 {
      case 0: stream += [Float](repeating: 0, count: count)
      case 1:
        let period = 8 + choices.byte() * 2
        stream += (0..<count).map { Float($0 % period) / Float(period) - 0.5 }
      case 2: stream += (0..<count).map { Float(($0 &* 2_654_435_761) & 0xFFFF) / 65536 - 0.5 }
      case 3: stream += (0..<min(count, 64)).map { _ in choices.sample() }
      case 4: gaps.append((stream.count, count))
      default: stream += [Float](repeating: choices.sample(), count: count)
      }
    }
    let whole = results(of: stream, gaps, rate, updates, chunk: stream.count + 1)
    let pieces = results(of: stream, gaps, rate, updates, chunk: 1 + bytes.count % 997)
    precondition(whole == pieces, "Chunks don't change a result.")
    for result in whole {
      let numbers = [
        result.estimate?.frequency.value, result.cents?.value, result.level?.value,
        result.confidence,
      ]
      precondition(numbers.allSatisfy { $0?.isFinite != false }, "A result holds numbers.")
    }
  }

  private static func results(
    of stream: [Float], _ gaps: [(at: Int, count: Int)], _ rate: SampleRate, _ updates: UpdateRate,
    chunk: Int
  ) -> [PitchResult] {
    guard let detector = try? PitchEngine(.init(sampleRate: rate)),
      var pipeline = try? TunerPipeline(
        sampleRate: rate, updateRate: updates,
        classifier: PitchClassifier(selection: .strings(.standard)), detector: detector)
    else { preconditionFailure("Every supported rate has a pipeline.") }
    var results: [PitchResult] = []
    var place = 0
    func take(_ end: Int) {
      while place < end {
        let piece = stream.span.extracting(place..<min(end, place + chunk))
        var cursor = 0
        while let result = pipeline.nextResult(in: piece, from: &cursor) { results.append(result) }
        place += piece.count
      }
    }
    for gap in gaps {
      take(gap.at)
      pipeline.skip(gap.count)
    }
    take(stream.count)
    return results
  }
}
