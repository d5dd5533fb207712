// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Dispatch
internal import PitchDetection
internal import Synchronization
internal import TunerRuntime
internal import TunerState

/// The live session of a soak: everything that is told is tallied after it has become state.
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

  /// What is listened with from the next start on, and who takes what is told.
  func prepare(_ live: Live, _ take: @escaping @Sendable (SessionEvent) -> Void) {
    state.withLock { $0 = State(live: live, take: take) }
    delivered.store(0, ordering: .releasing)
  }

  /// Lets go of what was listened with and of who takes what is told, which hold this in turn.
  func letGo() {
    let last = state.withLock { state in
      defer { state = State() }
      return state
    }
    withExtendedLifetime(last) {}
  }

  /// Returns whether the session has come to its end, and that is state, in so many seconds.
  func awaitEnd(within seconds: Double) -> Bool {
    isOver.wait(timeout: .now() + seconds) == .success
  }

  /// What the session had counted at its end.
  var counts: SessionCounts? { state.withLock { $0.counts } }

  /// Whether everything that was sent has been heard, but for a little: the device may go on.
  ///
  /// - Parameter isReaderStill: whether the reader of the results is not waited for.
  /// - Returns: whether it may.
  func hasCaughtUp(isReaderStill: Bool) -> Bool {
    guard let counts = live?.current?.counts, counts.waitingSamples < 6000 else { return false }
    let waiting = counts.results - counts.droppedResults - delivered.load(ordering: .acquiring)
    return isReaderStill || waiting < 32
  }

  /// The results that are made and not dropped: those that a reader has or will get.
  var heldCount: Int { live?.current?.counts.results ?? 0 }

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
      // Before anybody is told: whoever hears of the end lets the session go.
      let counts = live?.current?.counts
      observer(event)
      self.state.withLock { $0.counts = counts }
      self.isOver.signal()
    }
  }

  func stopObserving() { live?.stopObserving() }
  func stop() { live?.stop() }
  func retarget(_ target: TunerTarget) { live?.retarget(target) }
  func setUpdateRate(_ rate: UpdateRate) { live?.setUpdateRate(rate) }
}
