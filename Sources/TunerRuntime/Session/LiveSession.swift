// SPDX-License-Identifier: MIT

public import Acoustics
public import AudioInput
public import PitchDetection
internal import Synchronization
public import TunerPipeline
public import TunerState
public import Tuning

/// A running session from source to observer, from its initialiser until it is stopped.
///
/// It has three threads. *Capture* waits for the source, writes the ring and counts. *Analysis*
/// takes samples, flushes denormals and runs the pipeline; after its first sample it allocates
/// nothing and takes no lock. *Delivery* calls the observer, which may do both. Each thread wakes
/// the next one, and none polls. If the system allows it, they run at real-time priority.
///
/// A lost sample is a gap in the positions, in the results and in ``counts``, not an error.
public final class LiveSession: Sendable {
  /// The configuration of a session.
  public struct Configuration: Sendable {
    /// The length of the ring in seconds.
    public var ringSeconds = 1.0
    /// The longest block of a read, in seconds.
    public var blockSeconds = 0.05
    /// True when real-time priority and locked memory are requested.
    public var isRealTime = true
    /// A second ring that receives every sample and gap of the source; `nil` for none.
    public var tap: SampleRing?
    /// The measurement of strokes that the session begins with; `nil` for one string.
    public var strum: StrumWork?
    /// True if one string is also measured while strokes are.
    var followsOneString = false
    /// Makes the session's recorder for the source's rate; `nil` for none.
    public var makeRecorder: (@Sendable (SampleRate) -> SessionRecorder?)?
    /// Starts a thread; `nil` if the system can't.
    var startThread: @Sendable (@escaping @Sendable () -> Void) -> SystemThread? = {
      SystemThread($0)
    }

    /// Makes the configuration of a live tuner.
    public init() {}
  }

  private let control: SessionControl
  private let threads: [SystemThread]
  /// The number of samples a second.
  public let sampleRate: SampleRate

  /// Starts to listen.
  ///
  /// - Parameters:
  ///   - source: the source of samples, released at the end of the capture.
  ///   - pipeline: a pipeline for the source's rate.
  ///   - configuration: the configuration.
  ///   - failure: maps an error of the source.
  /// - Throws: `AudioError.unknown` if the system can't start a thread, or has no descriptor left.
  public init<Source: CaptureSource & ~Copyable, Detector: PitchDetector & ~Copyable>(
    source: consuming sending Source, pipeline: consuming sending TunerPipeline<Detector>,
    configuration: Configuration = Configuration(),
    failure: @escaping @Sendable (Source.Failure) -> AudioError
  ) throws(AudioError) {
    let rate = source.sampleRate
    let control = try Self.control(
      configuration, at: rate, classifier: pipeline.classifier)
    let blockCount = Self.sampleCount(configuration.blockSeconds, at: rate)
    let capture = TransferSlot(
      CaptureWork(source: source, blockCount: blockCount, control: control, failure: failure))
    let analysis = TransferSlot(
      AnalysisWork(
        pipeline: pipeline, strum: configuration.strum,
        followsOneString: configuration.followsOneString, sampleRate: rate,
        blockCount: blockCount, control: control))
    let start = configuration.startThread
    // The last thread is started first, so that each thread's reader is ready.
    let threads = [
      start { DeliveryWork.run(control) },
      start { analysis.take()?.run() },
      start { capture.take()?.run() },
    ]
    self.control = control
    self.threads = threads.compactMap { $0 }
    sampleRate = rate
    guard self.threads.count == threads.count else {
      abandon(isCapturing: threads[2] != nil)
      throw .unknown(description: "The system has no thread left. Close other programs.")
    }
  }

  deinit { stop() }

  /// Makes the shared state of the threads, and locks the memory if requested.
  private static func control(
    _ configuration: Configuration, at rate: SampleRate, classifier: PitchClassifier
  ) throws(AudioError) -> SessionControl {
    let control = SessionControl(
      ring: SampleRing(minimumCapacity: sampleCount(configuration.ringSeconds, at: rate)),
      tap: configuration.tap, sessionRecorder: configuration.makeRecorder?(rate),
      isRealTime: configuration.isRealTime, strum: configuration.strum,
      classifier: classifier)
    do throws(AudioError) {
      try control.checkDescriptors()
    } catch {
      control.sessionRecorder?.cancel()
      throw error
    }
    if configuration.isRealTime, !RealTimePriority.lockMemory() {
      _ = control.notices.withLock { $0.insert(.memoryNotLocked) }
    }
    return control
  }

  /// Returns the number of samples in a time, at least 64.
  private static func sampleCount(_ seconds: Double, at rate: SampleRate) -> Int {
    max(64, Int(seconds * Double(rate.hertz)))
  }

  /// Ends the threads that run when another one can't be started, and discards the recording.
  ///
  /// - Parameter isCapturing: true if the capture thread runs, which ends the recording itself.
  private func abandon(isCapturing: Bool) {
    control.isStopping.store(true, ordering: .releasing)
    control.samplesCame.signal()
    control.emissions.close()
    for thread in threads { thread.join() }
    if isCapturing { control.sessionRecorder?.join() } else { control.sessionRecorder?.cancel() }
  }

  /// Sends `observer` every event from the first result on, on the delivery thread.
  ///
  /// - Parameter observer: called for one event at a time. It may lock and allocate, and must not
  ///   stop the session.
  public func observe(_ observer: @escaping @Sendable (SessionEvent) -> Void) {
    control.observer.withLock { $0 = .present(observer) }
    control.emissions.wake()
  }

  /// Stops the delivery of events; an event in progress still arrives.
  public func stopObserving() {
    control.observer.withLock { $0 = .gone }
    control.emissions.wake()
  }

  /// Stops listening, and returns when all threads have ended and the source is released.
  ///
  /// The call takes at most one wait of the source. Any thread but the session's own may call it,
  /// repeatedly.
  public func stop() {
    control.isStopping.store(true, ordering: .releasing)
    control.samplesCame.signal()
    control.emissions.wake()
    join()
  }

  /// Returns at the end of the source or after a stop, when all events are delivered.
  public func join() {
    for thread in threads.reversed() { thread.join() }
    control.sessionRecorder?.join()
  }

  /// The recorder of the session; `nil` without one.
  public var recorder: SessionRecorder? { control.sessionRecorder }

  /// Compares pitches with other notes or strings from now on.
  public func retarget(_ classifier: PitchClassifier) {
    control.requests.post(classifier: classifier)
  }

  /// Measures strokes, or one string, from now on.
  ///
  /// - Parameter work: the measurement, prepared for the session's rate; `nil` for one string.
  /// - Precondition: the measurement was not used before, in this session or another; it begins
  ///   only once.
  public func measure(strokes work: StrumWork?) {
    control.requests.post(strum: .init(work: work))
  }

  /// Emits results at another rate from now on.
  public func setUpdateRate(_ rate: UpdateRate) { control.requests.post(updateRate: rate) }

  /// The counts so far; any thread may read them.
  public var counts: SessionCounts {
    SessionCounts(
      missedSamples: control.ring.missedCount, overflowedSamples: control.ring.overflowedCount,
      waitingSamples: control.ring.waitingCount,
      results: control.resultCount.load(ordering: .relaxed),
      droppedResults: control.emissions.droppedCount,
      omittedResults: control.omittedCount.load(ordering: .relaxed),
      rejectedSamples: control.rejectedCount.load(ordering: .relaxed))
  }

  /// The requests to the system that were refused so far.
  public var notices: [SessionNotice] {
    let notices = control.notices.withLock { $0 }
    return SessionNotice.allCases.filter(notices.contains)
  }
}
