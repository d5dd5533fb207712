// SPDX-License-Identifier: MIT

import Acoustics
import CAllocationCounter
import Foundation
import PitchDetection
import SignalProcessing
import Testing
import TunerPipeline
import Tuning

@Suite("Tuner pipeline")
struct TunerPipelineTests {
  private func pipeline(
    rate: Int = 48000, updates: UpdateRate = .standard
  ) throws -> TunerPipeline<FramedDetector<YINDetector>> {
    try TunerPipeline(
      sampleRate: SampleRate(rate), updateRate: updates,
      classifier: PitchClassifier(selection: .strings(.standard)),
      detector: FramedDetector(YINDetector(.init(sampleRate: SampleRate(rate)))))
  }

  private func results(
    of samples: [Float], rate: Int = 48000, updates: UpdateRate = .standard,
    chunk: (Int) -> Int = { _ in 4096 }
  ) throws -> [PitchResult] {
    HeardResult.all(of: samples, by: try pipeline(rate: rate, updates: updates), sized: chunk)
      .map(\.result)
  }

  @Test(
    "gives the same bits for chunks of any size",
    arguments: [(48000, "20"), (44100, "59.94"), (22050, "7"), (8000, "1000")])
  func chunking(rate: Int, updates: String) throws {
    let updates = try #require(UpdateRate(decimal: updates))
    let samples = PipelineInput.pluck(rate: rate)
    let reference = try results(of: samples, rate: rate, updates: updates) { _ in samples.count }
    #expect(!reference.isEmpty)
    let chunkings: [(Int) -> Int] = [{ _ in 1 }, { 1 + ($0 * 7919) % 3001 }, { _ in 1023 }]
    for chunking in chunkings {
      let chunked = try results(of: samples, rate: rate, updates: updates, chunk: chunking)
      #expect(chunked == reference)
    }
  }

  @Test("gives one result at each ⌊k·fs / rate⌋, and no other", arguments: ["20", "59.94", "333"])
  func positions(updates: String) throws {
    let updates = try #require(UpdateRate(decimal: updates))
    let results = try results(of: PipelineInput.pluck(rate: 44100), rate: 44100, updates: updates)
    #expect(results.count == Int(updates.hertz * 1 + 1e-9))
    for (index, result) in results.enumerated() {
      let due = updates.position(ofUpdate: Int64(index + 1), at: SampleRate(44100))
      #expect(result.timestamp == due)
    }
  }

  @Test("reports the plucked string, and no pitch before it")
  func detects() throws {
    let results = try results(of: PipelineInput.pluck())
    #expect(results.prefix(4).allSatisfy { $0.state() == .silent && $0.level == nil })
    let last = try #require(results.last)
    #expect(last.target?.description == "5:A2")
    #expect(last.state() == .inTune)
  }

  @Test(
    "reports no pitch while a frame contains NaN, and is unchanged after it",
    arguments: [Float.nan, .infinity, -.infinity, 1e30])
  func notANumber(bad: Float) throws {
    let clean = PipelineInput.pluck(seconds: 2)
    var dirty = clean
    let place = 48000
    dirty[place] = bad
    var patched = clean
    patched[place] = 0
    let (broken, expected) = (try results(of: dirty), try results(of: patched))
    let frameCount = try YINDetector(.init(sampleRate: SampleRate(48000))).frameCount
    for (result, other) in zip(broken, expected) {
      let holdsIt = (place + 1...place + frameCount).contains(Int(result.timestamp.samples))
      if holdsIt { #expect(result.estimate == nil) } else { #expect(result == other) }
    }
  }

  @Test("allocates nothing while it processes, and the counter finds an allocation")
  func allocations() throws {
    let samples = PipelineInput.pluck(seconds: 2)
    var pipeline = try pipeline()
    var answered = 0
    var cursor = 0
    // The language runtime makes the metadata of a generic type when it is first used.
    _ = pipeline.nextResult(in: samples.span, from: &cursor)
    headstock_allocations_begin()
    while let result = pipeline.nextResult(in: samples.span, from: &cursor) {
      answered += result.estimate == nil ? 0 : 1
    }
    let count = headstock_allocations_end()
    #expect(count == 0)
    #expect(answered > 30)

    // The canary: a counter that misses these would miss the others too.
    headstock_allocations_begin()
    let canary = [Float](repeating: Float(answered), count: 100 + answered)
    let boxed: any Sendable = (canary, answered)
    let canaries = headstock_allocations_end()
    let isDeaf = headstock_allocations_are_counted() == 0
    #expect(canaries >= 1 || isDeaf, "\(boxed)")
  }
}
