// SPDX-License-Identifier: MIT

public import Acoustics
public import AudioInput
public import PitchDetection
internal import Synchronization
public import TunerPipeline
public import TunerState
public import Tuning

/// Source → ring → analysis thread → results → an observer, from its making until it is stopped.
///
/// Three threads. *Capture* waits for the source, writes the ring and counts. *Analysis* takes samples
/// out, flushes denormals and runs the pipeline; from its first sample on it allocates nothing and
/// takes no lock. *Delivery* calls the observer, which may do either. Each is woken by the one before
/// it; none polls. Where the system allows it they run at real-time priority.
///
/// A sample that is lost is a gap in the positions, in the results and in ``counts``, and no error.
public final class LiveSession: Sendable {
  /// How a session is set up.
  public struct Configuration: Sendable {
    /// How many seconds of samples may wait for the analysis.
    public var ringSeconds = 1.0
    /// The longest block that is asked of the source, in seconds.
    public var blockSeconds = 0.05
    /// Whether real-time priority and locked memory are asked for.
    public var isRealTime = true
    /// A second ring, which gets every sample and gap of the source; `nil` for none.
    public var tap: SampleRing?
    /// Makes what keeps the session for replay, for the source's rate; `nil` for nothing.
    public var makeRecorder: (@Sendable (SampleRate) -> SessionRecorder?)?

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
  ///   - source: where samples come from; it is released when the capture is over.
  ///   - pipeline: made for the source's rate.
  ///   - configuration: how the session is set up.
  ///   - failure: what a failure of the source is to a player.
  /// - Throws: `AudioError.unknown` if the system has no thread left.
  public init<Source: CaptureSource & ~Copyable, Detector: PitchDetector & ~Copyable>(
    source: consuming sending Source, pipeline: consuming sending TunerPipeline<Detector>,
    configuration: Configuration = Configuration(),
    failure: @escaping @Sendable (Source.Failure) -> AudioError
  ) throws(AudioError) {
    let rate = source.sampleRate
    let count = { (seconds: Double) in max(64, Int(seconds * Double(rate.hertz))) }
    let control = SessionControl(
      ring: SampleRing(minimumCapacity: count(configuration.ringSeconds)),
      tap: configuration.tap, sessionRecorder: configuration.makeRecorder?(rate),
      isRealTime: configuration.isRealTime)
    if configuration.isRealTime, !RealTimePriority.lockMemory() {
      _ = control.notices.withLock { $0.insert(.memoryNotLocked) }
    }
    let blockCount = count(configuration.blockSeconds)
    let capture = Passing(
      CaptureWork(source: source, blockCount: blockCount, control: control, failure: failure))
    let analysis = Passing(
      AnalysisWork(pipeline: pipeline, blockCount: blockCount, control: control))
    // In the order of the way back: whoever is woken is there already.
    let threads = [
      SystemThread { DeliveryWork.run(control) },
      SystemThread { analysis.take()?.run() },
      SystemThread { capture.take()?.run() },
    ]
    self.control = control
    self.threads = threads.compactMap { $0 }
    sampleRate = rate
    guard self.threads.count == threads.count else {
      control.isStopping.store(true, ordering: .releasing)
      control.samplesCame.signal()
      control.emissions.close()
      for thread in self.threads { thread.join() }
      control.sessionRecorder?.giveUp()
      throw .unknown(description: "The system has no thread left. Close other programs.")
    }
  }

  deinit { stop() }

  /// Tells `observer` everything, from the first result on, on a thread of the session's own.
  ///
  /// - Parameter observer: called for one event after another; it may lock and allocate, and must not
  ///   stop the session itself.
  public func observe(_ observer: @escaping @Sendable (SessionEvent) -> Void) {
    control.observer.withLock { $0 = .present(observer) }
    control.emissions.wake()
  }

  /// Tells nobody any more; an event that is under way still arrives.
  public func stopObserving() {
    control.observer.withLock { $0 = .gone }
    control.emissions.wake()
  }

  /// Stops listening, and returns when all threads have ended and the source is released.
  ///
  /// That is at most one wait of the source later. Any thread but the session's own may call it, any number of times.
  public func stop() {
    control.isStopping.store(true, ordering: .releasing)
    control.samplesCame.signal()
    control.emissions.wake()
    join()
  }

  /// Returns when the source has come to its end, or the session was stopped, and all was delivered.
  public func join() {
    for thread in threads.reversed() { thread.join() }
    control.sessionRecorder?.join()
  }

  /// What keeps the session for replay; `nil` if that wasn't asked for.
  public var recorder: SessionRecorder? { control.sessionRecorder }

  /// Compares with something else from now on.
  ///
  /// - Parameter classifier: what a pitch is compared with.
  public func retarget(_ classifier: PitchClassifier) {
    control.orders.give(classifier: classifier)
  }

  /// Emits results this often from now on.
  ///
  /// - Parameter rate: how often a result is due.
  public func setUpdateRate(_ rate: UpdateRate) { control.orders.give(updateRate: rate) }

  /// What was counted so far; any thread may ask.
  public var counts: SessionCounts {
    SessionCounts(
      missedSamples: control.ring.missedCount, overflowedSamples: control.ring.overflowedCount,
      waitingSamples: control.ring.waitingCount,
      results: control.resultCount.load(ordering: .relaxed),
      droppedResults: control.emissions.droppedCount)
  }

  /// What the system refused so far, to be said once.
  public var notices: [SessionNotice] {
    let notices = control.notices.withLock { $0 }
    return SessionNotice.allCases.filter(notices.contains)
  }
}
