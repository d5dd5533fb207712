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
  /// The measurement of strokes that the session begins with.
  ///
  /// It is kept so that the analysis thread never frees it.
  let firstStrum: StrumWork?
  /// The targets that the session begins with, kept for the same reason.
  let firstClassifier: PitchClassifier?
  let emissions = EmissionQueue()
  let requests = SessionRequests()
  /// Wakes the analysis thread.
  let samplesCame = BinarySemaphore()
  let isStopping = Atomic<Bool>(false)
  let resultCount = Atomic<Int>(0)
  /// The number of results of strokes that were omitted.
  let omittedCount = Atomic<Int>(0)
  /// The number of samples that were replaced by silence.
  let rejectedCount = Atomic<Int>(0)
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
    isRealTime: Bool, strum: StrumWork? = nil, classifier: PitchClassifier? = nil
  ) {
    self.ring = ring
    self.tap = tap
    self.sessionRecorder = sessionRecorder
    self.isRealTime = isRealTime
    firstStrum = strum
    firstClassifier = classifier
  }

  /// Checks that the system had enough descriptors for the threads to wake each other.
  ///
  /// - Throws: `AudioError.unknown` if it had not.
  func checkDescriptors() throws(AudioError) {
    guard samplesCame.isWorking, emissions.isWorking else {
      throw .unknown(
        description: "Too many files are open. Raise the limit with: ulimit -n")
    }
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
  /// The results of strokes that were omitted because the analysis was behind.
  public let omittedResults: Int
  /// The samples that were not a number or out of all scale, which the analysis takes as silence.
  public let rejectedSamples: Int
}

/// Requests to a running analysis, which reads them without a lock.
///
/// A new request replaces an unread one, so each request contains all values. A request is kept
/// until a later one is applied, so that the analysis thread never frees memory.
final class SessionRequests: Sendable {
  /// The choice between one string and all.
  struct StrumChoice: Sendable {
    /// The measurement of strokes; `nil` for one string.
    let work: StrumWork?
  }

  final class Request: Sendable {
    let number: Int
    let classifier: PitchClassifier?
    /// The number of the request that gave the classifier; 0 without one.
    let classifierNumber: Int
    let updateRate: UpdateRate?
    let strum: StrumChoice?

    init(
      number: Int, classifier: PitchClassifier?, classifierNumber: Int, updateRate: UpdateRate?,
      strum: StrumChoice?
    ) {
      self.number = number
      self.classifier = classifier
      self.classifierNumber = classifierNumber
      self.updateRate = updateRate
      self.strum = strum
    }
  }

  /// The number of the newest request that was applied.
  private let applied = Atomic<Int>(0)
  private let waiting = Atomic<UInt>(0)
  private let given = Mutex<[Request]>([])

  /// Posts a request; called on any thread but the analysis.
  func post(
    classifier: PitchClassifier? = nil, updateRate: UpdateRate? = nil, strum: StrumChoice? = nil
  ) {
    given.withLock { given in
      let last = given.last
      let number = (last?.number ?? 0) + 1
      let request = Request(
        number: number, classifier: classifier ?? last?.classifier,
        classifierNumber: classifier == nil ? last?.classifierNumber ?? 0 : number,
        updateRate: updateRate ?? last?.updateRate, strum: strum ?? last?.strum)
      // The analysis thread no longer uses requests older than the one that it applied last.
      let applied = applied.load(ordering: .acquiring)
      given.removeAll { $0.number < applied }
      given.append(request)
      waiting.store(
        UInt(bitPattern: Unmanaged.passUnretained(request).toOpaque()), ordering: .releasing)
    }
  }

  /// Reports that a request was applied; called on the analysis thread.
  func finish(_ request: Request) { applied.store(request.number, ordering: .releasing) }

  /// Returns the newest request since the last call; called on the analysis thread.
  func take() -> Request? {
    guard waiting.load(ordering: .relaxed) != 0 else { return nil }
    let bits = waiting.exchange(0, ordering: .acquiring)
    return UnsafeRawPointer(bitPattern: bits).map {
      Unmanaged<Request>.fromOpaque($0).takeUnretainedValue()
    }
  }
}
