// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import PitchDetection
import TestSignals
import Testing
import TunerPipeline
import TunerRuntime
import TunerState
import TunerTesting
import Tuning

@Suite("A live session of strokes")
struct StrumSessionTests {
  private static let rate = SampleRate(48_000)
  private static let strum = StrumDraw.guitar.strum(seed: 3)

  private static func samples() -> [Float] {
    strum.signal(at: rate, lasting: 1.15).render(at: rate)
  }

  private static func pipeline() throws -> StrumPipeline {
    let strings = strum.voices.map { StrumString(target: $0.target) }
    return try StrumPipeline(
      StrumConfiguration(strings: strings, sampleRate: rate), updateRate: .standard)
  }

  private func expected(_ steps: [ScriptedSource.Step]) throws -> [StrumResult] {
    var pipeline = try Self.pipeline()
    var results: [StrumResult] = []
    for step in steps {
      pipeline.skip(step.lostCount)
      var cursor = 0
      while let result = pipeline.nextResult(in: step.samples.span, from: &cursor) {
        results.append(result)
      }
    }
    pipeline.end()
    let nothing: [Float] = []
    var cursor = 0
    while let result = pipeline.nextResult(in: nothing.span, from: &cursor) {
      results.append(result)
    }
    return results
  }

  private func session(
    _ source: consuming ScriptedSource, work: StrumWork?
  ) throws -> LiveSession {
    var configuration = LiveSessionTests.quiet
    configuration.strum = work
    return try LiveSession(
      source: source, pipeline: LiveSessionTests.pipeline(20), configuration: configuration
    ) { _ in .deviceUnavailable }
  }

  @Test("gives the results of the pipeline to the bit, gaps included", arguments: [480, 333, 64])
  func sameResults(block: Int) throws {
    let steps =
      LiveSessionTests.steps(Self.samples(), block) + [.gap(3000), .idle]
      + LiveSessionTests.steps(Self.samples(), block) + [.gap(7)]
      + LiveSessionTests.steps(Array(Self.samples().prefix(9000)), block)
    let session = try session(
      ScriptedSource(steps), work: StrumWork(Self.pipeline(), maximumBacklogSeconds: .infinity))
    let notified = Notifications()
    session.observe(notified.tell)
    notified.awaitEnd()
    session.join()
    let expected = try expected(steps)
    #expect(notified.strokes == expected)
    #expect(notified.results.isEmpty)
    #expect(expected.contains { $0.isSounding })
    #expect(session.counts.results == expected.count)
    #expect(session.counts.omittedResults == 0)
  }

  @Test("a change between one string and all keeps the positions")
  func changes() throws {
    let (first, second) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let note = LiveSessionTests.note(1)
    let steps =
      LiveSessionTests.steps(note) + [.hold(first)] + LiveSessionTests.steps(Self.samples())
      + [.hold(second)] + LiveSessionTests.steps(note)
    let session = try session(ScriptedSource(steps), work: nil)
    let notified = Notifications()
    session.observe(notified.tell)
    while session.counts.results < 20 { sched_yield() }
    session.measure(strokes: try StrumWork(Self.pipeline(), maximumBacklogSeconds: .infinity))
    first.signal()
    let strokeCount = try expected(LiveSessionTests.steps(Self.samples())).count
    while session.counts.results < 20 + strokeCount { sched_yield() }
    session.measure(strokes: nil)
    second.signal()
    notified.awaitEnd()
    session.join()
    let times = notified.results.map { $0.timestamp.samples / 2400 }
    let strokeTimes = notified.strokes.map { $0.timestamp.samples / 2400 }
    #expect((times + strokeTimes).sorted() == Array(1...Int64(40 + strokeCount)))
    #expect(strokeTimes == Array(21...Int64(20 + strokeCount)))
    #expect(notified.strokes.contains { $0.isSounding })
    #expect(notified.results.suffix(10).contains { $0.target?.description == "5:A2" })
  }

  @Test("an analysis that is behind leaves out results, counts them, and loses no sample")
  func behind() throws {
    let gate = DispatchSemaphore(value: 0)
    let steps = [.hold(gate)] + LiveSessionTests.steps(Self.samples() + Self.samples(), 480)
    let session = try session(ScriptedSource(steps), work: StrumWork(Self.pipeline()))
    let notified = Notifications()
    session.observe(notified.tell)
    gate.signal()
    notified.awaitEnd()
    session.join()
    let counts = session.counts
    let due = 2 * Self.samples().count / 2400
    #expect(counts.results + counts.omittedResults == due)
    #expect(counts.overflowedSamples == 0)
  }

  @Test("a store follows the strings of strokes from a live tuner, and back")
  func store() throws {
    let gate = DispatchSemaphore(value: 0)
    let steps = [ScriptedSource.Step.hold(gate)] + LiveSessionTests.steps(Self.samples(), 480)
    let audio = LiveTuner(
      configuration: LiveSessionTests.quiet,
      detector: { rate throws(PitchDetectionError) in try PitchEngine(.init(sampleRate: rate)) },
      open: { () throws(DeviceLost) in ScriptedSource(steps, then: .stalls) },
      failure: { _ in .deviceUnavailable })
    let store = TunerStore(audio: audio, settings: ScriptedSettings(), tunings: ScriptedTunings())
    store.send(.setTargetMode(.all))
    store.send(.startListening)
    store.settle()
    #expect(store.view.strum.isListening)
    gate.signal()
    while store.view.strum.latestTimestamp == nil { sched_yield() }
    #expect(store.view.strum.strings.count == 6)
    store.send(.setTargetMode(.nearest))
    store.settle()
    #expect(!store.view.strum.isListening)
    store.shutdown()
  }
}
