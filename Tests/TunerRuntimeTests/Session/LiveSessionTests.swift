// SPDX-License-Identifier: MIT

import Acoustics
import AudioInput
import Foundation
import PitchDetection
import Synchronization
import Testing
import TunerPipeline
import TunerRuntime
import TunerState
import TunerTesting
import Tuning

/// The notifications of an observer.
final class Notifications: Sendable {
  private let events = Mutex<[SessionEvent]>([])
  private let over = DispatchSemaphore(value: 0)

  func tell(_ event: SessionEvent) {
    events.withLock { $0.append(event) }
    if case .result = event { return }
    over.signal()
  }

  func awaitEnd() { over.wait() }

  var results: [PitchResult] {
    events.withLock { events in
      events.compactMap { if case .result(let emission) = $0 { emission.result } else { nil } }
    }
  }

  var strokes: [StrumResult] {
    events.withLock { events in
      events.compactMap { if case .result(let emission) = $0 { emission.strum } else { nil } }
    }
  }

  var failure: AudioError? {
    events.withLock { events in
      events.lazy.compactMap { if case .failed(let error) = $0 { error } else { nil } }.first
    }
  }
}

@Suite("A live session")
struct LiveSessionTests {
  static let rate = SampleRate(48000)

  /// An A2 of five partials that decays.
  static func note(_ seconds: Double) -> [Float] {
    (0..<Int(seconds * 48000)).map { index in
      let time = Double(index) / 48000
      var sum = 0.0
      for partial in 1...5 {
        let phase = 2 * Double.pi * 110 * Double(partial) * time
        sum += 0.2 / Double(partial) * sin(phase)
      }
      return Float(sum * exp(-time))
    }
  }

  static func steps(_ samples: [Float], _ count: Int = 480) -> [ScriptedSource.Step] {
    stride(from: 0, to: samples.count, by: count).map {
      .samples(Array(samples[$0..<min(samples.count, $0 + count)]))
    }
  }

  static func pipeline(_ updates: Int = 60) throws -> TunerPipeline<PitchEngine> {
    try TunerPipeline(
      sampleRate: rate, updateRate: UpdateRate(updates: updates),
      classifier: PitchClassifier(selection: .strings(.standard)),
      detector: PitchEngine(.init(sampleRate: rate)))
  }

  static var quiet: LiveSession.Configuration {
    var configuration = LiveSession.Configuration()
    configuration.isRealTime = false
    configuration.ringSeconds = 20
    return configuration
  }

  private func session(
    _ source: consuming ScriptedSource, updates: Int = 60,
    configuration: LiveSession.Configuration = quiet
  ) throws -> LiveSession {
    try LiveSession(
      source: source, pipeline: Self.pipeline(updates), configuration: configuration
    ) { _ in .deviceUnavailable }
  }

  private func expected(_ steps: [ScriptedSource.Step], updates: Int = 60) throws -> [PitchResult] {
    var pipeline = try Self.pipeline(updates)
    var results: [PitchResult] = []
    for step in steps {
      pipeline.skip(step.lostCount)
      var cursor = 0
      while let result = pipeline.nextResult(in: step.samples.span, from: &cursor) {
        results.append(result)
      }
    }
    return results
  }

  @Test("gives the same bits as the pipeline, including gaps, and then the end")
  func sameResults() throws {
    let steps =
      Self.steps(Self.note(0.5)) + [.gap(3000), .idle] + Self.steps(Self.note(0.7), 1000)
      + [.gap(5)] + Self.steps(Self.note(0.1), 333)
    let session = try session(ScriptedSource(steps))
    let notified = Notifications()
    session.observe(notified.tell)
    notified.awaitEnd()
    session.join()
    let expected = try expected(steps)
    #expect(notified.results == expected && notified.failure == nil)
    #expect(expected.contains { $0.target?.description == "5:A2" })
    #expect(session.counts.missedSamples == 3005 && session.counts.overflowedSamples == 0)
    #expect(session.counts.results == expected.count && session.counts.droppedResults == 0)
    #expect(session.notices.isEmpty)
  }

  @Test("keeps the captured samples and gaps in a second ring")
  func recorder() throws {
    let sound = Self.note(0.2)
    let recorder = SampleRing(minimumCapacity: 48000)
    var configuration = Self.quiet
    configuration.tap = recorder
    let session = try session(
      ScriptedSource(Self.steps(sound) + [.gap(77)] + Self.steps(sound)),
      configuration: configuration)
    let notified = Notifications()
    session.observe(notified.tell)
    notified.awaitEnd()
    var reader = recorder.makeReader()
    var block = [Float](repeating: 0, count: 48000)
    var heard: [Float] = []
    var gaps: [Int] = []
    while true {
      var span = block.mutableSpan
      let event = reader.read(into: &span)
      if event == .ended { break }
      if case .samples(let count) = event { heard += block.prefix(count) }
      if case .gap(let lost) = event { gaps.append(lost) }
    }
    #expect(heard == sound + sound && gaps == [77])
  }

  @Test("a failure comes after the earlier results, and releases the device")
  func failure() throws {
    let use = DeviceUse()
    let steps = Self.steps(Self.note(0.5))
    let session = try session(ScriptedSource(steps, then: .fails, use: use))
    let notified = Notifications()
    session.observe(notified.tell)
    notified.awaitEnd()
    session.join()
    let expected = try expected(steps)
    #expect(notified.failure == .deviceUnavailable && notified.results == expected)
    #expect(use.openCount == 0)
  }

  @Test("results wait for the first observer, so that none is missed")
  func lateObserver() throws {
    let steps = Self.steps(Self.note(1))
    let session = try session(ScriptedSource(steps))
    while session.counts.results < 60 { sched_yield() }
    let notified = Notifications()
    session.observe(notified.tell)
    notified.awaitEnd()
    let expected = try expected(steps)
    #expect(notified.results == expected)
  }

  @Test("unread results are dropped and counted, and the analysis continues")
  func dropped() throws {
    let session = try session(ScriptedSource(Self.steps(Self.note(5))))
    while session.counts.results < 300 { sched_yield() }
    let notified = Notifications()
    session.observe(notified.tell)
    notified.awaitEnd()
    #expect(session.counts.droppedResults > 0)
    #expect(notified.results.count + session.counts.droppedResults == 300)
  }

  @Test("an overflow of the ring is a counted gap in the positions, and no other sample is lost")
  func overflow() throws {
    // A capture that doesn't wait fills 64 samples at once.
    var configuration = Self.quiet
    configuration.ringSeconds = 0.001
    configuration.blockSeconds = 0.01
    let session = try session(
      ScriptedSource(Self.steps(Self.note(2))), configuration: configuration)
    let notified = Notifications()
    session.observe(notified.tell)
    notified.awaitEnd()
    let times = notified.results.map(\.timestamp.samples)
    #expect(times == (1...120).map { 800 * $0 })
    #expect(session.counts.overflowedSamples > 0)
  }

  @Test("a stop while the device stalls ends all threads and releases the device, also repeatedly")
  func stopWhileIdle() throws {
    let use = DeviceUse()
    let session = try session(
      ScriptedSource(Self.steps(Self.note(0.1)), then: .stalls, use: use))
    let notified = Notifications()
    session.observe(notified.tell)
    while session.counts.results < 6 { sched_yield() }
    #expect(use.openCount == 1)
    session.stop()
    session.stop()
    #expect(use.openCount == 0 && notified.failure == nil)
  }

  @Test("a stop before the first sample, or the first observer, ends the session")
  func stopAtOnce() throws {
    let use = DeviceUse()
    for _ in 0..<50 { try session(ScriptedSource([], then: .stalls, use: use)).stop() }
    #expect(use.openCount == 0)
  }

  @Test("a session without references stops by itself")
  func letGo() throws {
    let use = DeviceUse()
    do { _ = try session(ScriptedSource([], then: .stalls, use: use)) }
    #expect(use.openCount == 0)
  }

  @Test("a new target and a new rate apply while it runs")
  func orders() throws {
    let hold = DispatchSemaphore(value: 0)
    let sound = Self.note(2)
    let session = try session(
      ScriptedSource(
        Self.steps(Array(sound.prefix(24000))) + [.hold(hold)]
          + Self.steps(Array(sound.dropFirst(24000)))), updates: 20)
    let notified = Notifications()
    session.observe(notified.tell)
    while session.counts.results < 10 { sched_yield() }
    session.retarget(PitchClassifier(selection: .chromatic))
    session.setUpdateRate(UpdateRate(updates: 60))
    hold.signal()
    notified.awaitEnd()
    let results = notified.results
    #expect(results[9].target?.description == "5:A2")
    #expect(results.last?.target?.description == "A2")
    #expect(results.count == 10 + 90)
  }

  @Test("a new rate after a new target keeps the sounding note")
  func rateAfterTarget() throws {
    let (first, second) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let sound = Self.note(2)
    let session = try session(
      ScriptedSource(
        Self.steps(Array(sound[..<24000])) + [.hold(first)]
          + Self.steps(Array(sound[24000..<48000])) + [.hold(second)]
          + Self.steps(Array(sound[48000...]))), updates: 20)
    let notified = Notifications()
    session.observe(notified.tell)
    while session.counts.results < 10 { sched_yield() }
    session.retarget(PitchClassifier(selection: .chromatic))
    first.signal()
    while session.counts.results < 20 { sched_yield() }
    session.setUpdateRate(UpdateRate(updates: 60))
    second.signal()
    notified.awaitEnd()
    let results = notified.results
    #expect(results.count == 20 + 60)
    let onset = try #require(results[19].onset)
    #expect(results[9].onset != onset)
    #expect(results[19...].allSatisfy { $0.onset == onset })
  }

  @Test("results become the store's state, and the end of the source stops the session")
  func throughTheStore() async throws {
    let use = DeviceUse()
    let audio = LiveTuner(
      configuration: Self.quiet,
      detector: { rate throws(PitchDetectionError) in try PitchEngine(.init(sampleRate: rate)) },
      open: { () throws(DeviceLost) in
        ScriptedSource(Self.steps(Self.note(1)), use: use)
      }, failure: { _ in .deviceUnavailable })
    let store = TunerStore(
      audio: audio, settings: ScriptedSettings(), tunings: ScriptedTunings())
    for _ in 0..<2 {
      store.send(.startListening)
      for await view in store.views where view.phase == .idle { break }
      store.settle()
      #expect(store.view.state.currentPitchResult?.timestamp == SamplePosition(48000))
      #expect(store.view.state.currentPitchResult?.target?.description == "5:A2")
      #expect(use.openCount == 0 && !audio.isRunning && audio.current == nil)
    }
    store.shutdown()
  }

  @Test("a source that can't be opened is a failed start")
  func openFails() {
    let audio = LiveTuner(
      configuration: Self.quiet,
      detector: { rate throws(PitchDetectionError) in try PitchEngine(.init(sampleRate: rate)) },
      open: { () throws(DeviceLost) -> ScriptedSource in throw DeviceLost() },
      failure: { _ in .accessDenied })
    let store = TunerStore(
      audio: audio, settings: ScriptedSettings(), tunings: ScriptedTunings())
    store.send(.startListening)
    store.settle()
    #expect(store.view.state.error == .audio(.accessDenied))
    store.shutdown()
  }

  @Test("the first result comes within the first 200 ms of a source at real-time pace")
  func firstResult() throws {
    var configuration = Self.quiet
    configuration.isRealTime = false
    let session = try LiveSession(
      source: PacedSource(MemorySource(Self.note(0.4), sampleRate: Self.rate)),
      pipeline: Self.pipeline(20), configuration: configuration, failure: AudioError.init(_:))
    let first = Mutex<SamplePosition?>(nil)
    session.observe { event in
      guard case .result(let emission) = event, let result = emission.result else { return }
      first.withLock { if $0 == nil { $0 = result.timestamp } }
    }
    session.join()
    // The limit counts samples, because the time depends on the load of the machine.
    let position = try #require(first.withLock { $0 })
    #expect(position <= SamplePosition(Int64(Self.rate.hertz) / 5))
  }
}
