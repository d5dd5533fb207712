// SPDX-License-Identifier: MIT

internal import AudioInput
internal import Synchronization
public import TunerState

/// What the threads of a session share: each holds it, so none outlives what it touches.
final class SessionControl: Sendable {
  let ring: SampleRing
  let tap: SampleRing?
  let sessionRecorder: SessionRecorder?
  let isRealTime: Bool
  let emissions = EmissionQueue()
  let orders = SessionOrders()
  /// Wakes the analysis thread.
  let samplesCame = WakeUp()
  let isStopping = Atomic<Bool>(false)
  let resultCount = Atomic<Int>(0)
  let notices = Mutex<Set<SessionNotice>>([])
  /// Why the capture ended early; written before the ring is finished.
  let failure = Mutex<AudioError?>(nil)
  let observer = Mutex<Observer>(.awaited)

  /// Who is told.
  enum Observer {
    /// Nobody yet: results wait for whoever comes.
    case awaited
    case present(@Sendable (SessionEvent) -> Void)
    /// Nobody any more: results are let go.
    case gone
  }

  init(
    ring: SampleRing, tap: SampleRing?, sessionRecorder: SessionRecorder? = nil,
    isRealTime: Bool
  ) {
    self.ring = ring
    self.tap = tap
    self.sessionRecorder = sessionRecorder
    self.isRealTime = isRealTime
  }

  func request(_ priority: RealTimePriority) {
    guard isRealTime, !priority.request() else { return }
    _ = notices.withLock { $0.insert(.priorityRefused) }
  }
}

/// What a session tells.
public enum SessionEvent: Sendable {
  /// A result, and when it was emitted.
  case result(Emission)
  /// The capture failed; nothing follows.
  case failed(AudioError)
  /// The source is at its end; nothing follows.
  case ended
}

/// What a session has counted so far.
public struct SessionCounts: Hashable, Sendable {
  /// Samples that the device lost.
  public let missedSamples: Int
  /// Samples that were lost because the analysis fell behind by a whole ring.
  public let overflowedSamples: Int
  /// Samples that wait for the analysis.
  public let waitingSamples: Int
  /// Results that were emitted.
  public let results: Int
  /// Results that were dropped because nobody took them.
  public let droppedResults: Int
}
