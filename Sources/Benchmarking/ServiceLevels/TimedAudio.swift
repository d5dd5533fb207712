// SPDX-License-Identifier: MIT

internal import Acoustics
internal import AudioInput
internal import Dispatch
internal import PitchDetection
internal import Synchronization
internal import TunerRuntime
internal import TunerState
internal import Tuning

/// An audio handler that records when each of its results became state.
final class TimedAudio: AudioProcessing {
  struct Arrival {
    var position: SamplePosition
    var time: Duration
    /// The onset of the newest stroke; `nil` for one string.
    var onset: SamplePosition?
    /// True if a string of a stroke sounds.
    var isSounding = false
  }

  typealias Live = LiveTuner

  private struct State {
    var started = Duration.zero
    var arrivals: [Arrival] = []
    var counts: SessionCounts?
  }

  private let live: Live
  private let state = Mutex(State())
  private let isOver = DispatchSemaphore(value: 0)
  private let clock: SystemClock

  init(_ live: Live, clock: SystemClock) {
    self.live = live
    self.clock = clock
  }

  var isRunning: Bool { live.isRunning }
  var counts: SessionCounts? { state.withLock { $0.counts } }
  var seen: (started: Duration, arrivals: [Arrival]) {
    state.withLock { ($0.started, $0.arrivals) }
  }

  func awaitEnd() { isOver.wait() }

  func start(target: TunerTarget, updateRate: UpdateRate) throws(AudioError) {
    try live.start(target: target, updateRate: updateRate)
    state.withLock { $0.started = clock.now }
  }

  func observePitchResults(_ observer: @escaping @Sendable (SessionEvent) -> Void) {
    live.observePitchResults { event in
      // This is read before the end is announced, because a listener then releases the session.
      let counts = self.live.current?.counts
      observer(event)
      let now = self.clock.now
      if case .result(let emission) = event, let result = emission.result {
        self.state.withLock {
          $0.arrivals.append(Arrival(position: result.timestamp, time: now))
        }
      } else if case .result(let emission) = event, let result = emission.strum {
        self.state.withLock {
          $0.arrivals.append(
            Arrival(
              position: result.timestamp, time: now, onset: result.onsets?.lowerBound,
              isSounding: result.isSounding))
        }
      } else {
        self.state.withLock { $0.counts = counts }
        self.isOver.signal()
      }
    }
  }

  func stopObserving() { live.stopObserving() }
  func stop() { live.stop() }
  func retarget(_ target: TunerTarget) throws(AudioError) { try live.retarget(target) }
  func setUpdateRate(_ rate: UpdateRate) { live.setUpdateRate(rate) }
}

/// Repositories that store nothing, so that a bench does not change a player's settings.
struct EmptyRepository: SettingsRepository, TuningRepository {
  func load() throws(StorageError) -> (stored: StoredSettings, notices: [StorageNotice]) {
    ([:], [])
  }

  func store(
    _ value: StoredValue, for key: SettingKey
  ) throws(StorageError) -> [StorageNotice] { [] }

  func tunings() -> (tunings: [InstrumentTuning], notices: [StorageNotice]) {
    (InstrumentTuning.presets, [])
  }

  func tuning(_ id: String) -> InstrumentTuning? { InstrumentTuning.preset(id) }
}

/// An audio handler without effect; the bench supplies the results itself.
struct ResultlessAudio: AudioProcessing {
  var isRunning: Bool { true }
  func start(target: TunerTarget, updateRate: UpdateRate) throws(AudioError) {}
  func observePitchResults(_ observer: @escaping @Sendable (SessionEvent) -> Void) {}
  func stopObserving() {}
  func stop() {}
  func retarget(_ target: TunerTarget) {}
  func setUpdateRate(_ rate: UpdateRate) {}
}
