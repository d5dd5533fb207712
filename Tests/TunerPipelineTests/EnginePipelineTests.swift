// SPDX-License-Identifier: MIT

import Acoustics
import CAllocationCounter
import Foundation
import PitchDetection
import SignalProcessing
import TestSignals
import Testing
import TunerPipeline
import Tuning

@Suite("Tuner pipeline around the engine")
struct EnginePipelineTests {
  private func pipeline(
    rate: Int = 48000, updates: UpdateRate = .standard
  ) throws -> TunerPipeline<PitchEngine> {
    try TunerPipeline(
      sampleRate: SampleRate(rate), updateRate: updates,
      classifier: PitchClassifier(selection: .strings(.standard)),
      detector: PitchEngine(.init(sampleRate: SampleRate(rate))))
  }

  private func hear(
    _ samples: [Float], rate: Int = 48000, updates: UpdateRate = .standard,
    chunk: (Int) -> Int = { _ in 4096 }
  ) throws -> [HeardResult] {
    HeardResult.all(of: samples, by: try pipeline(rate: rate, updates: updates), sized: chunk)
  }

  @Test(
    "gives the same bits for chunks of any size",
    arguments: [(48000, "20"), (44100, "59.94"), (22050, "7"), (8000, "200")])
  func chunking(rate: Int, updates: String) throws {
    let updates = try #require(UpdateRate(decimal: updates))
    let samples = PipelineInput.pluck(rate: rate)
    let reference = try hear(samples, rate: rate, updates: updates) { _ in samples.count }
    #expect(reference.contains { $0.estimate != nil })
    let chunkings: [(Int) -> Int] = [{ _ in 1 }, { 1 + ($0 * 7919) % 3001 }, { _ in 1023 }]
    for chunking in chunkings {
      let chunked = try hear(samples, rate: rate, updates: updates, chunk: chunking)
      #expect(chunked == reference)
    }
  }

  // At many of these rates the steps between updates are no multiples of the analysis factor.
  @Test(
    "places the onset of a note at the same sample in every reading",
    arguments: [8000, 11_025, 22_050, 32_000, 44_100, 48_000, 88_200, 96_000, 192_000],
    ["20", "59.94"])
  func onset(rate: Int, updates: String) throws {
    let updates = try #require(UpdateRate(decimal: updates))
    let heard = try hear(PipelineInput.pluck(rate: rate), rate: rate, updates: updates)
    let onsets = heard.compactMap { heard in
      heard.result.estimate?.age.map { heard.result.timestamp.advanced(by: -$0) }
    }
    #expect(onsets.count > 10)
    #expect(Set(onsets).count == 1)
    // The pluck begins at 0.2 s. An onset is up to two blocks of 1.33 ms early, never late.
    let seconds = try #require(onsets.first).seconds(at: SampleRate(rate))
    #expect(seconds > 0.197 && seconds <= 0.2)
  }

  @Test("reports the plucked string, and no pitch before it")
  func detects() throws {
    let heard = try hear(PipelineInput.pluck())
    #expect(
      heard.prefix(4).allSatisfy { $0.result.state() == .silent && $0.result.level == nil })
    let last = try #require(heard.last?.result)
    #expect(last.target?.description == "5:A2")
    #expect(last.state() == .inTune)
  }

  @Test(
    "shows no neighbour of a low string first, at any time of the pluck between two updates",
    arguments: [41.203, 55])
  func anyPhase(first: Double) throws {
    for phase in 0..<40 {
      let onset = 0.25 + Double(phase) / 40 / 60
      let samples = makeSamples(17280) { index in
        let time = Double(index) / 48000 - onset
        guard time > 0 else { return 0 }
        return singleSumOfPartials(1...12) { n in
          let ring = exp(-time * pow(n, 0.7) / 1.5) * sin(2 * .pi * first * n * time)
          return 0.25 * sin(.pi * n * 0.18) / n * ring
        }
      }
      let heard = try hear(samples, updates: UpdateRate(updates: 60))
      let shown = try #require(heard.first { $0.estimate?.confidence ?? 0 >= 0.3 }?.estimate)
      #expect(
        shown.frequency.interval(above: Hertz(first)).magnitude < Cents(50),
        "plucked \(phase)/40 of the way to the next update")
    }
  }

  /// Replaced samples were not played: the results after them are those of a pipeline that was
  /// switched on there, except that the rumble filter has settled long ago.
  @Test(
    "uses no sample from before one that is not a number, and recovers after it",
    arguments: [Float.nan, .infinity, -.infinity, 1e30])
  func notANumber(bad: Float) throws {
    let clean = PipelineInput.pluck(seconds: 2)
    var dirty = clean
    // On an update's own sample, and between two of them.
    for place in [48000, 48700] {
      dirty[place] = bad
      let heard = try hear(dirty)
      let expected = try hear(clean)
      for (one, other) in zip(heard, expected) {
        let since = Int(one.result.timestamp.samples) - place
        if since <= 0 {
          #expect(one == other)
        } else if since < 144 {
          // 3 ms is less than the engine needs for a reading.
          #expect(one.estimate == nil)
        } else if since > 9600 {
          let (here, there) = (try #require(one.estimate), try #require(other.estimate))
          #expect(here.frequency.interval(above: there.frequency).magnitude < Cents(0.01))
          #expect(here.confidence > 0.7)
        }
      }
      dirty[place] = clean[place]
    }
  }

  @Test("many samples that are not numbers count as silence, and readings return after them")
  func flood() throws {
    var samples = PipelineInput.pluck(seconds: 2)
    for index in 24000..<48000 where index.isMultiple(of: 97) { samples[index] = .nan }
    let heard = try hear(samples, updates: UpdateRate(updates: 60))
    #expect(heard.count == 120)
    for one in heard {
      let place = Int(one.result.timestamp.samples)
      // The first sample is 24056, and the distances are at most 97 samples.
      if (24056...48000).contains(place) { #expect((one.estimate?.confidence ?? 0) < 0.3) }
      if place > 57600 { #expect((one.estimate?.confidence ?? 0) > 0.7) }
    }
  }

  @Test("allocates nothing while it processes, and the counter finds an allocation")
  func allocations() throws {
    var samples = PipelineInput.pluck(seconds: 2)
    samples[60000] = .nan
    for index in 70000..<75000 { samples[index] = 0 }
    for index in 75000..<96000 { samples[index] *= 3 }
    var pipeline = try pipeline(updates: UpdateRate(updates: 60))
    var answered = 0
    var cursor = 0
    // The language runtime makes the metadata of a generic type when it is first used.
    while cursor < 14400, pipeline.nextResult(in: samples.span, from: &cursor) != nil {}
    // Between two searches the period is the last search's.
    var (goneOn, period) = (0, Hertz?.none)
    headstock_allocations_begin()
    while let result = pipeline.nextResult(in: samples.span, from: &cursor) {
      answered += result.estimate == nil ? 0 : 1
      let other = pipeline.estimate?.period
      goneOn += other != nil && other == period ? 1 : 0
      period = other
    }
    let count = headstock_allocations_end()
    #expect(count == 0)
    #expect(answered > 50 && goneOn > 20, "\(goneOn) of \(answered) without a search")

    // The canary: a counter that misses these would miss the others too.
    headstock_allocations_begin()
    let canary = [Float](repeating: Float(answered), count: 100 + answered)
    let boxed: any Sendable = (canary, answered)
    let canaries = headstock_allocations_end()
    let isDeaf = headstock_allocations_are_counted() == 0
    #expect(canaries >= 1 || isDeaf, "\(boxed)")
  }
}
