// SPDX-License-Identifier: MIT

public import Acoustics
public import AudioInput
public import PitchDetection
internal import SignalProcessing
internal import Synchronization
internal import TunerPipeline
public import TunerState
public import Tuning

/// A tuner on a live source: opens the source, runs a session on it, and passes every result to its
/// sinks.
///
/// ```
/// source ─► LiveSession ─► observer (a TunerStore, or a program's own)
///              │       └─► sinks    (printer, report, practice journal)
///              ├─► tap              (strobe, spectrum)
///              └─► recorder         (a sink's)
/// ```
///
/// A tuner runs one session after another; each opens the source again. The observer and the sinks
/// run on the session's delivery thread, the observer first.
public final class LiveTuner: AudioProcessing {
  private typealias Prepare = (LiveStream) throws(AudioError) -> LiveSession.Configuration

  private let sinks: [any LiveSink]
  private let tap: SampleTap?
  private let configuration: LiveSession.Configuration
  private let open:
    @Sendable (PitchClassifier, UpdateRate, [StrumTarget]?, Prepare) throws(AudioError)
      -> LiveSession
  private let session = Mutex<LiveSession?>(nil)
  /// The clock's error and the rate of results of the running session.
  private let pace = Mutex<(clock: PartsPerMillion, updateRate: UpdateRate)>((.zero, .standard))

  /// Makes a tuner that does not listen yet.
  ///
  /// - Parameters:
  ///   - configuration: the configuration of each session; a sink's recorder and `tap` replace the
  ///     recorder and the tap in it.
  ///   - clock: returns the error of the source's clock, for the source's rate.
  ///   - sinks: the consumers of the results.
  ///   - tap: reads the samples beside the analysis.
  ///   - detector: makes the detector, for the source's rate.
  ///   - open: opens the source.
  ///   - failure: maps an error of the source.
  public init<Source: CaptureSource & ~Copyable, Detector: PitchDetector & ~Copyable>(
    configuration: LiveSession.Configuration = .init(),
    clock: @escaping @Sendable (SampleRate) throws(AudioError) -> PartsPerMillion = { _ in .zero },
    sinks: [any LiveSink] = [], tap: SampleTap? = nil,
    detector: @escaping @Sendable (SampleRate) throws(PitchDetectionError) -> Detector,
    open: @escaping @Sendable () throws(Source.Failure) -> Source,
    failure: @escaping @Sendable (Source.Failure) -> AudioError
  ) {
    self.configuration = configuration
    self.sinks = sinks
    self.tap = tap
    self.open = { (classifier, updateRate, strings, prepare) throws(AudioError) in
      let source: Source
      do throws(Source.Failure) { source = try open() } catch { throw failure(error) }
      let rate = source.sampleRate
      let stream = LiveStream(
        sampleRate: rate, classifier: classifier, strumTargets: strings, clock: try clock(rate))
      let pipeline: TunerPipeline<Detector>
      do {
        pipeline = try TunerPipeline(
          sampleRate: rate, updateRate: updateRate, classifier: classifier, clock: stream.clock,
          detector: try detector(rate))
      } catch {
        throw .configurationRefused
      }
      return try LiveSession(
        source: source, pipeline: pipeline, configuration: try prepare(stream), failure: failure)
    }
  }

  /// The running session, with its counts; `nil` while none runs.
  public var current: LiveSession? { session.withLock { $0 } }

  /// True while samples are captured.
  public var isRunning: Bool { current != nil }

  /// Stops the previous session, opens the source and starts a session.
  ///
  /// - Parameters:
  ///   - classifier: the notes or strings that pitches are compared with.
  ///   - updateRate: the rate of results.
  ///   - strumTargets: the strings of strokes, to measure all of them; `nil` for one string.
  /// - Throws: the mapped error of the source, the error of a sink, and `configurationRefused` if
  ///   the detector does not support the source's rate or the strings of strokes.
  public func start(
    _ classifier: PitchClassifier, updateRate: UpdateRate, strumTargets: [StrumTarget]? = nil
  ) throws(AudioError) {
    stop()
    let ring = tap.map { _ in SampleTap.makeRing() }
    var isPrepared = false
    do throws(AudioError) {
      let session = try open(classifier, updateRate, strumTargets) {
        stream throws(AudioError) in
        var configuration = configuration
        pace.withLock { $0 = (stream.clock, updateRate) }
        if let strumTargets {
          configuration.strum = try strokes(over: strumTargets, at: stream.sampleRate)
        }
        configuration.followsOneString = sinks.contains { $0.followsOneString }
        if let ring { configuration.tap = ring }
        if let recorder = try begin(stream) { configuration.makeRecorder = { _ in recorder } }
        isPrepared = true
        return configuration
      }
      if let ring { tap?.offer(ring, at: session.sampleRate) }
      self.session.withLock { $0 = session }
    } catch {
      if isPrepared { for sink in sinks { sink.end() } }
      throw error
    }
  }

  /// Begins every sink, and returns the recorder of the session.
  private func begin(_ stream: LiveStream) throws(AudioError) -> SessionRecorder? {
    for (count, sink) in sinks.enumerated() {
      do throws(AudioError) {
        try sink.begin(stream)
      } catch {
        for begun in sinks.prefix(count) {
          begun.recorder?.cancel()
          begun.end()
        }
        throw error
      }
    }
    return sinks.lazy.compactMap(\.recorder).first
  }

  /// Opens the source and starts a session that compares pitches with a target.
  ///
  /// - Throws: as ``start(_:updateRate:strumTargets:)``, and `unknown` with the string and the
  ///   remedy for a target without a pitch.
  public func start(target: TunerTarget, updateRate: UpdateRate) throws(AudioError) {
    try start(
      Self.classifier(of: target), updateRate: updateRate, strumTargets: target.strumTargets)
  }

  private static func classifier(of target: TunerTarget) throws(AudioError) -> PitchClassifier {
    do throws(InstrumentTuningError) {
      return try target.classifier()
    } catch {
      throw .unknown(description: "\(error)")
    }
  }

  /// Prepares the measurement of strokes.
  private func strokes(
    over targets: [StrumTarget], at sampleRate: SampleRate
  ) throws(AudioError) -> StrumWork {
    let (clock, updateRate) = pace.withLock { $0 }
    do throws(StrumError) {
      return StrumWork(
        try StrumPipeline(
          StrumConfiguration(targets, sampleRate: sampleRate), updateRate: updateRate,
          clock: clock))
    } catch {
      throw .configurationRefused
    }
  }

  /// Passes every event since the start to `observer`, and every result to the sinks.
  ///
  /// Results of one string that are measured beside strokes go only to the sinks that follow them.
  ///
  /// - Parameter observer: called for one event at a time, before the sinks.
  public func observePitchResults(_ observer: @escaping @Sendable (SessionEvent) -> Void) {
    current?.observe { [sinks] event in
      guard case .result(let emission) = event else { return observer(event) }
      if emission.beside == nil { observer(event) }
      Self.pass(emission, to: sinks)
    }
  }

  private static func pass(_ emission: Emission, to sinks: [any LiveSink]) {
    for sink in sinks {
      // A sink that follows one string misses only results of one string.
      let isMissing = emission.result != nil || (emission.beside != nil) == sink.followsOneString
      if isMissing, emission.missing > 0 { sink.miss(emission.missing) }
      if let result = emission.result { sink.take(result) }
      if let result = emission.strum { sink.take(result) }
      if let result = emission.beside, sink.followsOneString { sink.take(result) }
    }
  }

  /// Stops the delivery of events.
  public func stopObserving() { current?.stopObserving() }

  /// Stops the session, closes the source, and ends the sinks.
  public func stop() {
    let ended = session.withLock { session in
      defer { session = nil }
      return session
    }
    guard let ended else { return }
    ended.stop()
    tap?.withdraw()
    for sink in sinks { sink.end() }
  }

  /// Compares pitches with another target from now on.
  ///
  /// - Parameter target: the target.
  /// - Throws: `unknown` with the string and the remedy for a target without a pitch, and
  ///   `configurationRefused` if a stroke can't measure the strings at the source's rate. The
  ///   session keeps its previous target.
  public func retarget(_ target: TunerTarget) throws(AudioError) {
    guard let current else { return }
    let classifier = try Self.classifier(of: target)
    let targets = target.strumTargets
    var work: StrumWork?
    if let targets { work = try strokes(over: targets, at: current.sampleRate) }
    current.retarget(classifier)
    for sink in sinks { sink.retarget(targets) }
    current.measure(strokes: work)
  }

  /// Emits results at another rate from now on.
  public func setUpdateRate(_ rate: UpdateRate) {
    pace.withLock { $0.updateRate = rate }
    current?.setUpdateRate(rate)
  }
}
