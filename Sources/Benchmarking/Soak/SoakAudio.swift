// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Dispatch
internal import PitchDetection
internal import Synchronization
internal import TunerRuntime
internal import TunerState

/// The live session of a soak test, which tallies every event after it became state.
final class SoakAudio: AudioProcessing {
  typealias Live = LiveTuner

  private struct State {
    var live: Live?
    var take: (@Sendable (SessionEvent) -> Void)?
    var counts: SessionCounts?
    var failures: [AudioError] = []
  }

  private let state = Mutex(State())
  private let delivered = Atomic<Int>(0)
  private let isOver = DispatchSemaphore(value: 0)

  /// Sets the session for the next start and the receiver of its events.
  func prepare(_ live: Live, _ take: @escaping @Sendable (SessionEvent) -> Void) {
    state.withLock { $0 = State(live: live, take: take) }
    delivered.store(0, ordering: .releasing)
  }

  /// Releases the session and the receiver, which retain this object.
  func letGo() {
    let last = state.withLock { state in
      defer { state = State() }
      return state
    }
    withExtendedLifetime(last) {}
  }

  /// Waits for the session to end and its end to become state; returns false at the timeout.
  func awaitEnd(within seconds: Double) -> Bool {
    isOver.wait(timeout: .now() + seconds) == .success
  }

  /// The counts of the session at its end.
  var counts: SessionCounts? { state.withLock { $0.counts } }

  /// Returns true if all sent samples except a few have been analysed, so that the device may
  /// continue.
  ///
  /// - Parameter isReaderStalled: true if the reader of the results is stalled.
  /// - Returns: true if the device may continue.
  func hasCaughtUp(isReaderStalled: Bool) -> Bool {
    guard let counts = live?.current?.counts, counts.waitingSamples < 6000 else { return false }
    let waiting = counts.results - counts.droppedResults - delivered.load(ordering: .acquiring)
    return isReaderStalled || waiting < 32
  }

  /// The number of results that were emitted, dropped ones included: a stall ends after so many.
  var emittedCount: Int { live?.current?.counts.results ?? 0 }

  private var live: Live? { state.withLock { $0.live } }

  var isRunning: Bool { live?.isRunning ?? false }

  func start(target: TunerTarget, updateRate: UpdateRate) throws(AudioError) {
    try live?.start(target: target, updateRate: updateRate)
  }

  func observePitchResults(_ observer: @escaping @Sendable (SessionEvent) -> Void) {
    let (live, take) = state.withLock { ($0.live, $0.take) }
    live?.observePitchResults { event in
      if case .result = event {
        observer(event)
        take?(event)
        self.delivered.add(1, ordering: .acquiringAndReleasing)
        return
      }
      // This is read before the end is announced, because a listener then releases the session.
      let counts = live?.current?.counts
      observer(event)
      self.state.withLock { $0.counts = counts }
      self.isOver.signal()
    }
  }

  func stopObserving() { live?.stopObserving() }
  func stop() { live?.stop() }
  func retarget(_ target: TunerTarget) throws(AudioError) { try live?.retarget(target) }
  func setUpdateRate(_ rate: UpdateRate) { live?.setUpdateRate(rate) }
}
