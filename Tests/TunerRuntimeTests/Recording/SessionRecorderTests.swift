// SPDX-License-Identifier: MIT

import Acoustics
import AudioFile
import AudioInput
import Foundation
import PitchDetection
import ProgramRunning
import Synchronization
import Testing
import TunerPipeline
import TunerState
import Tuning

@testable import TunerRuntime

@Suite("The recording of a session")
struct SessionRecorderTests {
  private static let rate = SampleRate(24000)
  private var rate: SampleRate { Self.rate }

  private static func pipeline() throws -> TunerPipeline<PitchEngine> {
    try TunerPipeline(
      sampleRate: rate, updateRate: .standard,
      classifier: try PitchClassifier(selection: .strings(.standard), system: .concert),
      detector: try PitchEngine(.init(sampleRate: rate)))
  }

  /// Runs a session with a script, and returns the delivered results.
  static func listen(
    _ steps: [RecordedScript.Step], ringSeconds: Double = 1,
    _ makeRecorder: @escaping @Sendable (SampleRate) -> SessionRecorder?
  ) throws -> (results: [PitchResult], session: LiveSession) {
    var configuration = LiveSession.Configuration()
    configuration.isRealTime = false
    configuration.ringSeconds = ringSeconds
    configuration.makeRecorder = makeRecorder
    let results = Mutex<[PitchResult]>([])
    let session = try LiveSession(
      source: RecordedScript(steps, sampleRate: rate), pipeline: try pipeline(),
      configuration: configuration, failure: AudioError.init(_:))
    session.observe { event in
      if case .result(let emission) = event, let result = emission.result {
        results.withLock { $0.append(result) }
      }
    }
    session.join()
    return (results.withLock { $0 }, session)
  }

  /// Analyses a source like `tuner analyze`: with the gaps that the source reports, and blocks of
  /// another size.
  private func analyse<Source: AudioSource & ~Copyable>(
    _ source: consuming Source
  ) throws -> [PitchResult] {
    var source = source
    var pipeline = try Self.pipeline()
    var stretches = StreamSegments(source.gaps)
    var block = [Float](repeating: 0, count: 1000)
    var results: [PitchResult] = []
    while true {
      let stretch = stretches.next(limit: block.count)
      let count = try Self.read(&source, &block, stretch.count)
      if count == 0 { return results }
      stretches.advance(by: count)
      if stretch.isGap { pipeline.skip(count) }
      var cursor = 0
      let chunk = block.span.extracting(first: stretch.isGap ? 0 : count)
      while let result = pipeline.nextResult(in: chunk, from: &cursor) { results.append(result) }
    }
  }

  private static func read<Source: AudioSource & ~Copyable>(
    _ source: inout Source, _ block: inout [Float], _ count: Int
  ) throws(Source.Failure) -> Int {
    var span = block.mutableSpan
    var part = span._mutatingExtracting(first: count)
    return try source.read(into: &part)
  }

  // PitchResult compares its numbers exactly: equal is equal to the bit, but for the sign of zero.
  @Test(
    "gives the same bits as the session, with gaps at any position",
    arguments: [1, 2, 3] as [UInt64])
  func replay(seed: UInt64) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/take.wav"
    let steps = RecordedScript.script(
      RecordedScript.pluck(110.3, rate: rate.hertz, seconds: 4), seed: seed)
    // The script runs as fast as possible, so samples that the analysis can't take are lost too.
    let (live, session) = try Self.listen(steps, ringSeconds: seed == 3 ? 0.05 : 8) { rate in
      SessionRecorder(
        sampleRate: rate, file: try? RecordingWriter(path: path, sampleRate: rate))
    }
    #expect(session.recorder?.fileFailure == nil)
    #expect(session.recorder?.overflowedSamples == 0)
    if seed == 3 { #expect(session.counts.overflowedSamples > 0) }
    let reader = try AudioFileReader(path: path)
    #expect(!reader.gaps.isEmpty)
    let again = try analyse(reader)
    #expect(live.count > 40)
    #expect(live.contains { $0.cents != nil })
    #expect(again == live)
  }

  @Test("keeps the last half minute from a whole second on, with gaps at their positions")
  func clip() throws {
    let second = [Float](repeating: 0.25, count: 1000)
    var steps: [RecordedScript.Step] = []
    for index in 0..<(24 * 40) {
      steps.append(.samples(second.map { $0 + Float(index) }))
      if index == 24 * 20 { steps.append(.gap(777)) }
    }
    let (_, session) = try Self.listen(steps, ringSeconds: 60) {
      SessionRecorder(sampleRate: $0, ringSeconds: 60)
    }
    let clip = try #require(session.recorder?.clip)
    let total = 24 * 40 * 1000 + 777
    #expect(clip.end == SamplePosition(Int64(total)))
    #expect(clip.start.samples % 24000 == 0)
    #expect((30 * 24000..<31 * 24000).contains(clip.samples.count))
    #expect(clip.gaps == [SampleGap(start: SamplePosition(481_000), count: 777)])
    let own = try #require(clip.ownGaps.first)
    let place = Int(own.start.samples)
    #expect(clip.samples[place - 1] == 480.25)
    #expect(clip.samples[place..<(place + 777)].allSatisfy { $0 == 0 })
    #expect(clip.samples[place + 777] == 481.25)
    var newest = [Float](repeating: -1, count: 5)
    let recorder = try #require(session.recorder)
    #expect(Self.newest(recorder, &newest) == clip.end)
    #expect(newest == [959.25, 959.25, 959.25, 959.25, 959.25])
  }

  private static func newest(_ recorder: SessionRecorder, _ block: inout [Float]) -> SamplePosition
  {
    var span = block.mutableSpan
    return recorder.newest(into: &span)
  }

  private struct FullDisk: Error, CustomStringConvertible { let description = "the disk is full" }

  /// A file with room for a number of samples only.
  private struct SmallDisk: SampleSink {
    var room: Int

    mutating func write(_ samples: Span<Float>) throws(FullDisk) {
      room -= samples.count
      if room < 0 { throw FullDisk() }
    }

    mutating func skip(_ count: Int) throws(FullDisk) {}
  }

  @Test("continues without its file when the disk is full, and reports it")
  func fullDisk() throws {
    let steps = (0..<100).map { _ in RecordedScript.Step.samples([Float](repeating: 1, count: 480))
    }
    let (live, session) = try Self.listen(steps, ringSeconds: 8) { rate in
      SessionRecorder(sampleRate: rate, file: SmallDisk(room: 10_000))
    }
    #expect(session.recorder?.fileFailure == "the disk is full")
    #expect(session.recorder?.clip.samples.count == 48000)
    #expect(!live.isEmpty)
  }
}
