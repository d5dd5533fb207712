// SPDX-License-Identifier: MIT

public import Acoustics
public import AudioInput
public import PitchDetection
internal import SignalProcessing
internal import Synchronization
internal import TunerPipeline
public import TunerState
internal import Tuning

/// Hears with a live session: opens a source at each start, and closes it at each stop.
public final class LiveAudio<
  Source: CaptureSource & ~Copyable, Detector: PitchDetector & ~Copyable
>: AudioProcessing {
  private let open: @Sendable () throws(Source.Failure) -> Source
  private let detector: @Sendable (SampleRate) throws(PitchDetectionError) -> Detector
  private let failure: @Sendable (Source.Failure) -> AudioError
  private let configuration: LiveSession.Configuration
  private let session = Mutex<LiveSession?>(nil)

  /// Makes one that does not listen yet.
  ///
  /// - Parameters:
  ///   - configuration: how sessions are set up.
  ///   - detector: makes what hears the pitch, for the source's rate.
  ///   - open: opens the source.
  ///   - failure: what a failure of the source is to a player.
  public init(
    configuration: LiveSession.Configuration = .init(),
    detector: @escaping @Sendable (SampleRate) throws(PitchDetectionError) -> Detector,
    open: @escaping @Sendable () throws(Source.Failure) -> Source,
    failure: @escaping @Sendable (Source.Failure) -> AudioError
  ) {
    self.configuration = configuration
    self.detector = detector
    self.open = open
    self.failure = failure
  }

  /// The session that runs, with what it counted; `nil` while none does.
  public var current: LiveSession? { session.withLock { $0 } }

  /// Whether samples are being taken in.
  public var isRunning: Bool { current != nil }

  /// Opens the source and starts a session; the one before is stopped first.
  ///
  /// - Parameters:
  ///   - target: what pitches are compared with.
  ///   - updateRate: how often a result is due.
  /// - Throws: what `failure` says of the source's failure; `configurationRefused` where
  ///   the detector can't be made for the source's rate, or the target has no pitch.
  public func start(target: TunerTarget, updateRate: UpdateRate) throws(AudioError) {
    stop()
    let source: Source
    do throws(Source.Failure) { source = try open() } catch { throw failure(error) }
    let rate = source.sampleRate
    let pipeline: TunerPipeline<Detector>
    do {
      pipeline = try TunerPipeline(
        sampleRate: rate, updateRate: updateRate, classifier: try target.classifier(),
        clock: configuration.clock,
        detector: try detector(rate))
    } catch {
      throw .configurationRefused
    }
    let session = try LiveSession(
      source: source, pipeline: pipeline, configuration: configuration, failure: failure)
    self.session.withLock { $0 = session }
  }

  /// Tells `observer` every result since the start, and the end.
  ///
  /// - Parameter observer: called for one event after another.
  public func observePitchResults(_ observer: @escaping @Sendable (SessionEvent) -> Void) {
    current?.observe(observer)
  }

  /// Tells nobody any more.
  public func stopObserving() { current?.stopObserving() }

  /// Stops the session and closes the source.
  public func stop() {
    let ended = session.withLock { session in
      defer { session = nil }
      return session
    }
    ended?.stop()
  }

  /// Compares with something else from now on.
  ///
  /// - Parameter target: what pitches are compared with; one without a pitch changes nothing.
  public func retarget(_ target: TunerTarget) {
    guard let classifier = try? target.classifier() else { return }
    current?.retarget(classifier)
  }

  /// Emits results this often from now on.
  ///
  /// - Parameter rate: how often a result is due.
  public func setUpdateRate(_ rate: UpdateRate) { current?.setUpdateRate(rate) }
}
