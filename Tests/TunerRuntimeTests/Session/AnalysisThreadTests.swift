// SPDX-License-Identifier: MIT

import Acoustics
import CAllocationCounter
import Foundation
import PitchDetection
import Synchronization
import Testing
import TunerPipeline
import TunerRuntime
import TunerState
import TunerTesting
import Tuning

/// The system calls of the analysis thread between two updates.
private final class SystemCalls: Sendable {
  let figures = Mutex<(allocations: Int, locks: Int)?>(nil)
}

/// Detects like the engine, and counts calls on the analysis thread, which tests can't reach
/// otherwise.
private struct CountingDetector: PitchDetector, ~Copyable {
  private var engine: PitchEngine
  private let asked: SystemCalls
  private let updates: ClosedRange<Int>
  /// Allocates and locks in each update, so that the counters must show it.
  private let isCanary: Bool
  private let mutex = NSLock()
  private var update = 0

  init(
    _ engine: consuming PitchEngine, updates: ClosedRange<Int>, asked: SystemCalls, isCanary: Bool
  ) {
    self.engine = engine
    self.updates = updates
    self.asked = asked
    self.isCanary = isCanary
  }

  mutating func append(_ samples: Span<Float>) { engine.append(samples) }
  mutating func reset() { engine.reset() }

  mutating func estimatePitch() -> PitchEstimate? {
    update += 1
    if update == updates.lowerBound {
      headstock_allocations_begin()
      headstock_calls_begin()
    }
    let estimate = engine.estimatePitch()
    if isCanary {
      let garbage = [Int](repeating: update, count: 10 + update)
      mutex.withLock { withExtendedLifetime(garbage) {} }
    }
    if update == updates.upperBound {
      let calls = headstock_calls_end()
      let allocations = headstock_allocations_end()
      asked.figures.withLock { $0 = (allocations, calls.locks) }
    }
    return estimate
  }
}

/// A sink that follows one string, also beside strokes.
private final class Follower: LiveSink {
  private let heard = Atomic<Bool>(false)

  /// True once A2 is heard.
  var hasHeard: Bool { heard.load(ordering: .acquiring) }
  let followsOneString = true

  func begin(_ stream: LiveStream) {}

  func take(_ result: PitchResult) {
    if result.target?.description == "5:A2" { heard.store(true, ordering: .releasing) }
  }
}

@Suite(
  "The analysis thread",
  .enabled(if: headstock_calls_are_counted() == 1, "A sanitizer wraps the calls itself."))
struct AnalysisThreadTests {
  private func figures(
    isCanary: Bool, hasStrokes: Bool = false
  ) throws -> (allocations: Int, locks: Int) {
    let asked = SystemCalls()
    let follower = Follower()
    let audio = LiveTuner(
      configuration: LiveSessionTests.quiet, sinks: [follower],
      detector: { rate throws(PitchDetectionError) in
        CountingDetector(
          try PitchEngine(.init(sampleRate: rate)), updates: 10...110, asked: asked,
          isCanary: isCanary)
      },
      open: { () throws(DeviceLost) in
        let sound = LiveSessionTests.note(2)
        return ScriptedSource(
          LiveSessionTests.steps(sound) + [.gap(12_000)] + LiveSessionTests.steps(sound))
      }, failure: { _ in .deviceUnavailable })
    var view = TunerView()
    if hasStrokes { _ = view.reduce(.setTargetMode(.all)) }
    let target = view.target
    let told = Notifications()
    try audio.start(target: target, updateRate: UpdateRate(updates: 60))
    audio.observePitchResults(told.tell)
    told.awaitEnd()
    audio.stop()
    #expect(follower.hasHeard)
    #expect(told.strokes.isEmpty == !hasStrokes)
    return try #require(asked.figures.withLock { $0 })
  }

  @Test(
    "allocates nothing and takes no lock, from the sample to the delivery of the result",
    arguments: [false, true])
  func asksNothing(hasStrokes: Bool) throws {
    let (allocations, locks) = try figures(isCanary: false, hasStrokes: hasStrokes)
    #expect(allocations == 0)
    #expect(locks == 0)
  }

  @Test("the counters find an allocation and a lock on that thread")
  func canary() throws {
    let (allocations, locks) = try figures(isCanary: true)
    #expect(allocations >= 100)
    #expect(locks >= 100)
  }
}
