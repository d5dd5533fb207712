// SPDX-License-Identifier: MIT

import Acoustics
import AudioInput
import Foundation
import PitchDetection
import Synchronization
import Testing
import TunerRuntime
import TunerTesting
import Tuning

@testable import TunerState

/// A sink that records its calls.
private final class SpySink: LiveSink {
  enum Call: Equatable {
    case begin(SampleRate, PartsPerMillion)
    case take(SamplePosition)
    case takeStrings(SamplePosition)
    case miss(Int)
    case end
  }

  let followsOneString: Bool
  private let log: Mutex<[Call]>
  private let refusal: AudioError?
  /// Waits before the first result is taken.
  private let gate: DispatchSemaphore?

  init(
    refusing refusal: AudioError? = nil, followsOneString: Bool = false,
    behind gate: DispatchSemaphore? = nil
  ) {
    log = Mutex([])
    self.refusal = refusal
    self.followsOneString = followsOneString
    self.gate = gate
  }

  var calls: [Call] { log.withLock { $0 } }

  func begin(_ stream: LiveStream) throws(AudioError) {
    log.withLock { $0.append(.begin(stream.sampleRate, stream.clock)) }
    if let refusal { throw refusal }
  }

  func take(_ result: PitchResult) { take(.take(result.timestamp)) }

  func take(_ result: StrumResult) { take(.takeStrings(result.timestamp)) }

  func miss(_ count: Int) { log.withLock { $0.append(.miss(count)) } }

  private func take(_ call: Call) {
    let isFirst = log.withLock { log in
      log.append(call)
      return log.count == 2
    }
    if isFirst { gate?.wait() }
  }

  func end() { log.withLock { $0.append(.end) } }
}

/// A sink that stores the results of one string.
private final class ResultSink: LiveSink {
  private let log = Mutex<[PitchResult]>([])

  let followsOneString = true
  var results: [PitchResult] { log.withLock { $0 } }

  func begin(_ stream: LiveStream) {}

  func take(_ result: PitchResult) { log.withLock { $0.append(result) } }
}

@Suite("A live tuner and its sinks")
struct LiveTunerTests {
  private static let clock = PartsPerMillion(30)
  private static let classifier = PitchClassifier(selection: .strings(.standard))
  private static let rate = UpdateRate(updates: 10)

  private func tuner(
    sinks: [any LiveSink], tap: SampleTap? = nil, use: DeviceUse = DeviceUse(),
    clock: @escaping @Sendable (SampleRate) throws(AudioError) -> PartsPerMillion = { _ in
      LiveTunerTests.clock
    }
  ) -> LiveTuner {
    LiveTuner(
      configuration: LiveSessionTests.quiet, clock: clock, sinks: sinks, tap: tap,
      detector: { rate throws(PitchDetectionError) in try PitchEngine(.init(sampleRate: rate)) },
      open: { () throws(DeviceLost) in
        ScriptedSource(LiveSessionTests.steps(LiveSessionTests.note(0.5)), use: use)
      }, failure: { _ in .deviceUnavailable })
  }

  private func run(_ tuner: LiveTuner) throws -> Notifications {
    let notified = Notifications()
    try tuner.start(Self.classifier, updateRate: Self.rate)
    tuner.observePitchResults(notified.tell)
    notified.awaitEnd()
    tuner.stop()
    return notified
  }

  @Test("each sink gets the stream, every result in order, and the end, in repeated sessions")
  func sinksGetEverything() throws {
    let sinks = [SpySink(), SpySink()]
    let tuner = tuner(sinks: sinks)
    var expected: [SpySink.Call] = []
    for _ in 0..<2 {
      let notified = try run(tuner)
      #expect(notified.results.count == 5)
      expected.append(.begin(LiveSessionTests.rate, Self.clock))
      expected += notified.results.map { .take($0.timestamp) }
      expected.append(.end)
    }
    for sink in sinks { #expect(sink.calls == expected) }
    tuner.stop()
    #expect(sinks[0].calls == expected)
  }

  private static let strings = StrumTarget.targets(
    of: (try? InstrumentTuning.standard.tunedStrings(in: .concert)) ?? [])

  @Test("beside strokes, a sink that follows one string gets what it gets without strokes")
  func followsOneString() throws {
    let sound = LiveSessionTests.note(1)
    let tuner = { (sinks: [any LiveSink]) in
      LiveTuner(
        configuration: LiveSessionTests.quiet, sinks: sinks,
        detector: { rate throws(PitchDetectionError) in try PitchEngine(.init(sampleRate: rate)) },
        open: { () throws(DeviceLost) in
          ScriptedSource(
            LiveSessionTests.steps(sound) + [.gap(5000)] + LiveSessionTests.steps(sound))
        }, failure: { _ in .deviceUnavailable })
    }
    let (alone, following, other) = (ResultSink(), ResultSink(), SpySink())
    _ = try run(tuner([alone]))
    let strokes = tuner([following, other])
    let notified = Notifications()
    try strokes.start(Self.classifier, updateRate: Self.rate, strumTargets: Self.strings)
    strokes.observePitchResults(notified.tell)
    notified.awaitEnd()
    strokes.stop()
    #expect(alone.results.count == 21)
    #expect(alone.results.contains { $0.target?.description == "5:A2" })
    #expect(following.results == alone.results)
    #expect(notified.results.isEmpty && !notified.strokes.isEmpty)
    #expect(other.calls.contains { if case .takeStrings = $0 { true } else { false } })
    #expect(!other.calls.contains { if case .take = $0 { true } else { false } })
  }

  @Test("a target without a pitch is refused with its string, and a session keeps its target")
  func targetWithoutPitch() throws {
    // The mapping has every key but D.
    let keys = (0..<12).map { $0 == 2 ? "x" : "\($0)" }
    let rows = ["12", "0", "127", "60", "69", "440.0", "12"] + keys
    let scale = ScalaScale(description: "twelve", cents: (1...12).map { 100 * Double($0) })
    let temperament = Temperament(
      scale: scale, mapping: try KeyboardMapping(kbm: Array(rows.joined(separator: "\n").utf8)),
      name: "no-d.scl")
    let target = TunerTarget(
      tuning: .standard, mode: .nearest, reference: .concert, temperament: temperament)
    let hold = DispatchSemaphore(value: 0)
    let tuner = LiveTuner(
      configuration: LiveSessionTests.quiet,
      detector: { rate throws(PitchDetectionError) in try PitchEngine(.init(sampleRate: rate)) },
      open: { () throws(DeviceLost) in ScriptedSource([.hold(hold)]) },
      failure: { _ in .deviceUnavailable })
    let refusal = InstrumentTuningError.noPitch(
      string: 4, InstrumentTuning.standard.strings[2].spelling)
    let error = AudioError.unknown(description: "\(refusal)")
    #expect(throws: error) { try tuner.start(target: target, updateRate: Self.rate) }
    #expect(!tuner.isRunning)
    try tuner.retarget(target)
    try tuner.start(target: TunerView().target, updateRate: Self.rate)
    #expect(throws: error) { try tuner.retarget(target) }
    #expect(tuner.isRunning)
    hold.signal()
    tuner.stop()
  }

  @Test("a change between one string and all leaves out no result of a sink that follows one")
  func followsThroughChanges() throws {
    let (first, second) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let sound = LiveSessionTests.steps(LiveSessionTests.note(1))
    let sink = ResultSink()
    let tuner = LiveTuner(
      configuration: LiveSessionTests.quiet, sinks: [sink],
      detector: { rate throws(PitchDetectionError) in try PitchEngine(.init(sampleRate: rate)) },
      open: { () throws(DeviceLost) in
        ScriptedSource(sound + [.hold(first)] + sound + [.hold(second)] + sound)
      }, failure: { _ in .deviceUnavailable })
    let notified = Notifications()
    var view = TunerView()
    try tuner.start(target: view.target, updateRate: Self.rate)
    tuner.observePitchResults(notified.tell)
    for (count, mode, gate) in [(10, .all, first), (20, .nearest, second)]
      as [(Int, TargetMode, DispatchSemaphore)]
    {
      while sink.results.count < count { sched_yield() }
      _ = view.reduce(.setTargetMode(mode))
      try tuner.retarget(view.target)
      gate.signal()
    }
    notified.awaitEnd()
    tuner.stop()
    let step = Int64(LiveSessionTests.rate.hertz / 10)
    #expect(sink.results.map(\.timestamp.samples) == (1...30).map { $0 * step })
    #expect(notified.results.count == 20 && !notified.strokes.isEmpty)
  }

  @Test("a sink that was too slow gets the number of missing results, and the last result")
  func misses() throws {
    let gate = DispatchSemaphore(value: 0)
    let sinks = [SpySink(behind: gate), SpySink(followsOneString: true)]
    let (seconds, updates) = (10, 60)
    let steps = LiveSessionTests.steps(LiveSessionTests.note(Double(seconds)))
    let tuner = LiveTuner(
      configuration: LiveSessionTests.quiet, sinks: sinks,
      detector: { rate throws(PitchDetectionError) in try PitchEngine(.init(sampleRate: rate)) },
      open: { () throws(DeviceLost) in ScriptedSource(steps) },
      failure: { _ in .deviceUnavailable })
    try tuner.start(Self.classifier, updateRate: UpdateRate(updates: updates))
    let session = try #require(tuner.current)
    let notified = Notifications()
    tuner.observePitchResults(notified.tell)
    while session.counts.results < seconds * updates { sched_yield() }
    gate.signal()
    notified.awaitEnd()
    tuner.stop()
    let dropped = session.counts.droppedResults
    #expect(dropped > 0)
    for sink in sinks {
      let misses = sink.calls.compactMap { if case .miss(let count) = $0 { count } else { nil } }
      #expect(misses.reduce(0, +) == dropped)
      let taken = sink.calls.compactMap { if case .take(let place) = $0 { place } else { nil } }
      #expect(taken.count == seconds * updates - dropped)
      #expect(taken.last == SamplePosition(Int64(seconds * LiveSessionTests.rate.hertz)))
    }
  }

  @Test("the error of the clock corrects every reading")
  func correctsTheClock() throws {
    let plain = try run(tuner(sinks: [], clock: { _ in .zero }))
    let corrected = try run(tuner(sinks: []))
    let pairs = zip(plain.results, corrected.results)
      .compactMap { first, second -> Double? in
        guard let one = first.estimate?.frequency, let two = second.estimate?.frequency
        else { return nil }
        return two.value / one.value - 1
      }
    #expect(!pairs.isEmpty)
    #expect(pairs.allSatisfy { abs(abs($0) - 30e-6) < 1e-9 }, "\(pairs)")
  }

  @Test("a sink that refuses a session stops the start, ends earlier sinks, and closes the source")
  func sinkRefuses() {
    let (before, refusing, after) = (SpySink(), SpySink(refusing: .accessDenied), SpySink())
    let use = DeviceUse()
    let tuner = tuner(sinks: [before, refusing, after], use: use)
    #expect(throws: AudioError.accessDenied) {
      try tuner.start(Self.classifier, updateRate: Self.rate)
    }
    #expect(before.calls == [.begin(LiveSessionTests.rate, Self.clock), .end])
    #expect(refusing.calls == [.begin(LiveSessionTests.rate, Self.clock)])
    #expect(after.calls.isEmpty && !tuner.isRunning && use.openCount == 0)
  }

  @Test("an error of the clock's measurement stops the start before any sink begins")
  func clockIsUnknown() {
    let sink = SpySink()
    let use = DeviceUse()
    let tuner = tuner(sinks: [sink], use: use) { _ throws(AudioError) in
      throw .unknown(description: "not measured")
    }
    #expect(throws: AudioError.unknown(description: "not measured")) {
      try tuner.start(Self.classifier, updateRate: Self.rate)
    }
    #expect(sink.calls.isEmpty && use.openCount == 0)
  }

  @Test("a tap gives the samples of each session once, and none of an earlier session")
  func tapOffers() throws {
    let tap = SampleTap()
    let tuner = tuner(sinks: [], tap: tap)
    try tuner.start(Self.classifier, updateRate: Self.rate)
    let stream = try #require(tap.takeStream())
    #expect(stream.sampleRate == LiveSessionTests.rate && tap.takeStream() == nil)
    let notified = Notifications()
    tuner.observePitchResults(notified.tell)
    notified.awaitEnd()
    var reader = stream.ring.makeReader()
    var block = [Float](repeating: 0, count: 48_000)
    var heard: [Float] = []
    while true {
      var span = block.mutableSpan
      guard case .samples(let count) = reader.read(into: &span) else { break }
      heard += block.prefix(count)
    }
    #expect(heard == LiveSessionTests.note(0.5))
    try tuner.start(Self.classifier, updateRate: Self.rate)
    tuner.stop()
    #expect(tap.takeStream() == nil)
  }

  @Test("a source that the detector does not support is refused, and closed")
  func detectorRefuses() {
    let use = DeviceUse()
    let sink = SpySink()
    let tuner = LiveTuner(
      configuration: LiveSessionTests.quiet, sinks: [sink],
      detector: { _ throws(PitchDetectionError) in
        try PitchEngine(.init(sampleRate: SampleRate(100)))
      },
      open: { () throws(DeviceLost) in ScriptedSource([], use: use) },
      failure: { _ in .deviceUnavailable })
    #expect(throws: AudioError.configurationRefused) {
      try tuner.start(Self.classifier, updateRate: Self.rate)
    }
    #expect(sink.calls.isEmpty && use.openCount == 0)
  }
}
