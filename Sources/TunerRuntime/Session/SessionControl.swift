// SPDX-License-Identifier: MIT

internal import Acoustics
internal import AudioInput
internal import Synchronization
public import TunerState
internal import Tuning

/// The shared state of a session's threads, each of which retains it.
final class SessionControl: Sendable {
  let ring: SampleRing
  let tap: SampleRing?
  let sessionRecorder: SessionRecorder?
  let isRealTime: Bool
  let emissions = EmissionQueue()
  let requests = SessionRequests()
  /// Wakes the analysis thread.
  let samplesCame = BinarySemaphore()
  let isStopping = Atomic<Bool>(false)
  let resultCount = Atomic<Int>(0)
  let notices = Mutex<Set<SessionNotice>>([])
  /// The reason why the capture ended early, written before the ring is closed.
  let failure = Mutex<AudioError?>(nil)
  let observer = Mutex<Observer>(.awaited)

  /// The state of the observer.
  enum Observer {
    /// There is no observer yet, and results wait.
    case awaited
    case present(@Sendable (SessionEvent) -> Void)
    /// The observer is removed, and results are dropped.
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

/// An event of a session.
public enum SessionEvent: Sendable {
  /// A result with the time of its emission.
  case result(Emission)
  /// The capture failed; this is the last event.
  case failed(AudioError)
  /// The source ended; this is the last event.
  case ended
}

/// The counts of a session so far.
public struct SessionCounts: Hashable, Sendable {
  /// The samples that the device lost.
  public let missedSamples: Int
  /// The samples that were lost because the analysis fell behind by a whole ring.
  public let overflowedSamples: Int
  /// The samples that wait for the analysis.
  public let waitingSamples: Int
  /// The number of emitted results.
  public let results: Int
  /// The results that were dropped because the delivery was too slow.
  public let droppedResults: Int
}

/// Requests to a running analysis, which reads them without a lock.
///
/// A new request replaces an unread one, so each contains all values. Requests live until the
/// session ends, so the analysis thread frees none.
final class SessionRequests: Sendable {
  final class Request: Sendable {
    let classifier: PitchClassifier?
    let updateRate: UpdateRate?

    init(classifier: PitchClassifier?, updateRate: UpdateRate?) {
      self.classifier = classifier
      self.updateRate = updateRate
    }
  }

  private let waiting = Atomic<UInt>(0)
  private let given = Mutex<[Request]>([])

  /// Posts a request; called on any thread but the analysis.
  func post(classifier: PitchClassifier? = nil, updateRate: UpdateRate? = nil) {
    given.withLock { given in
      let last = given.last
      let request = Request(
        classifier: classifier ?? last?.classifier, updateRate: updateRate ?? last?.updateRate)
      given.append(request)
      waiting.store(
        UInt(bitPattern: Unmanaged.passUnretained(request).toOpaque()), ordering: .releasing)
    }
  }

  /// Returns the newest request since the last call; called on the analysis thread.
  func take() -> Request? {
    guard waiting.load(ordering: .relaxed) != 0 else { return nil }
    let bits = waiting.exchange(0, ordering: .acquiring)
    return UnsafeRawPointer(bitPattern: bits).map {
      Unmanaged<Request>.fromOpaque($0).takeUnretainedValue()
    }
  }
}
