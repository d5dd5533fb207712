// SPDX-License-Identifier: MIT

internal import Acoustics
internal import PitchDetection
internal import SignalProcessing
internal import TunerPipeline
internal import TunerState
internal import Tuning

/// A tuner and the state of its screen, for a page.
///
/// Its input is samples and choices, and its output is numbers. It has no clock: the position in
/// the stream is the time of the screen.
final class TunerModule {
  /// The number of samples from which the phase of the strobe is computed.
  private static let strobeCount = 2048
  /// The largest number of effects of one result: two per string of a stroke, and a signal.
  private static let effectCount = 2 * StringReadings.capacity + 1

  /// The longest live sound without a gap, in seconds.
  ///
  /// The detectors count samples with an `Int`, which has 32 bits here: enough for 49 hours at
  /// their rate. After a gap they count from 0.
  var longestSeconds = 86_400

  /// The state of the screen.
  var view = TunerView()
  private var engine: Engine?
  /// The newest samples: the last ``strobeCount`` of the first ``recentCount``.
  ///
  /// The buffer is twice as long, so that the samples are moved to its front only once per
  /// ``strobeCount`` samples.
  private var recent = AlignedBuffer(count: 2 * strobeCount)
  private var recentCount = strobeCount
  /// The number of samples of the current chunk.
  private var chunkCount = 0
  private var cursor = 0
  /// The number of samples since the beginning of live sound or its last gap.
  private var unbrokenCount: Int64 = 0
  /// The effects of the last action; the list keeps its capacity, so a result allocates nothing.
  private var effects: [TunerEffect] = []
  /// The number of in-tune signals so far.
  private(set) var feedbackCount = 0

  /// The analysis at one sample rate.
  private final class Engine {
    let rate: SampleRate
    var pipeline: TunerPipeline<PitchEngine>
    /// The measurement of strokes; `nil` while one string is tuned at a time.
    var strum: Strum?
    /// The notes or strokes of a recording; `nil` for live sound.
    var recording: ModuleRecording?

    init(rate: SampleRate, pipeline: consuming TunerPipeline<PitchEngine>) {
      self.rate = rate
      self.pipeline = pipeline
    }
  }

  /// The measurement of every string.
  private final class Strum {
    let targets: [StrumTarget]
    var pipeline: StrumPipeline

    init(_ targets: [StrumTarget], _ pipeline: consuming StrumPipeline) {
      self.targets = targets
      self.pipeline = pipeline
    }
  }

  // MARK: - Listening

  /// Begins a stream.
  ///
  /// - Parameters:
  ///   - hertz: its sample rate.
  ///   - isRecording: true for a recording, whose notes or strokes are also found.
  /// - Throws: `ModuleFailure.sampleRate` for a rate that is not supported, `.targets` if the
  ///   temperament has no pitch for a string, `.refused` if strokes of these strings can't be
  ///   measured.
  func prepare(hertz: Int, isRecording: Bool = false) throws(ModuleFailure) {
    let supported = SampleRate.supported
    guard hertz >= supported.lowerBound.hertz, hertz <= supported.upperBound.hertz else {
      throw .sampleRate
    }
    let rate = SampleRate(hertz)
    guard let classifier = try? view.target.classifier() else { throw .targets }
    // Only notes need to know whether a second string sounds.
    let configuration = DetectorConfiguration(sampleRate: rate, detectsSecondString: isRecording)
    let detector: PitchEngine
    do throws(PitchDetectionError) {
      detector = try PitchEngine(configuration)
    } catch {
      throw .refused(error.description)
    }
    let engine: Engine
    do throws(SignalProcessingError) {
      engine = Engine(
        rate: rate,
        pipeline: try TunerPipeline(
          sampleRate: rate, updateRate: view.settings.values.frequencyUpdateRate,
          classifier: classifier, detector: detector))
    } catch {
      throw .refused(error.description)
    }
    stop()
    try measureStrokes(by: engine)
    if isRecording {
      let count = engine.strum?.targets.count ?? 0
      do throws(SignalProcessingError) {
        engine.recording = try ModuleRecording(
          rate: rate, classifier: classifier, stringCount: count)
      } catch {
        throw .refused(error.description)
      }
    }
    self.engine = engine
    recent.clear()
    recentCount = Self.strobeCount
    (chunkCount, cursor) = (0, 0)
    unbrokenCount = 0
    effects.reserveCapacity(Self.effectCount)
    send(.startListening)
    send(.startSucceeded)
  }

  /// True while this module measures a stream.
  var isMeasuring: Bool { engine != nil }

  /// Ends the stream, or the session of another tuner.
  ///
  /// The last reading stays on the screen.
  func stop() {
    guard view.phase == .listening else { return }
    send(.stopListening)
    send(.stopped)
    engine = nil
  }

  /// Appends the next chunk; ``result(in:)`` then computes its results.
  ///
  /// - Parameters:
  ///   - count: the number of its samples.
  ///   - samples: the chunk, followed by unused space.
  func append(_ count: Int, of samples: Span<Float>) {
    chunkCount = count
    cursor = 0
    guard let engine else { return }
    if let recording = engine.recording {
      // An ended recording takes no more samples.
      if recording.isFinished { chunkCount = 0 }
      return recording.append(samples.extracting(first: chunkCount))
    }
    unbrokenCount += Int64(count)
    guard unbrokenCount > Int64(longestSeconds) * Int64(engine.rate.hertz) else { return }
    unbrokenCount = 0
    engine.pipeline.skip(1)
    engine.strum?.pipeline.skip(1)
  }

  /// Advances to the next result that is due.
  ///
  /// - Parameter samples: the chunk.
  /// - Returns: the result; `nil` if the chunk is used up, and while all strings are measured.
  func result(in samples: Span<Float>) -> ModuleReading? {
    guard let engine, engine.strum == nil else { return nil }
    let start = cursor
    let result = engine.pipeline.nextResult(
      in: samples.extracting(first: chunkCount), from: &cursor)
    keep(samples.extracting(start..<cursor))
    guard let result else { return nil }
    engine.recording?.advance(result)
    let time = result.timestamp.seconds(at: engine.rate)
    send(.pitchResult(result, at: .microseconds(Int64(time * 1e6))))
    return ModuleReading(result, time: time, target: target(of: result), strobe: strobe(result))
  }

  /// Advances to the next result of every string that is due.
  ///
  /// - Parameter samples: the chunk.
  /// - Returns: the result; `nil` if the chunk is used up, and while one string is tuned at a time.
  func strumResult(in samples: Span<Float>) -> ModuleStrumReading? {
    guard let engine, let strum = engine.strum else { return nil }
    let start = cursor
    let result = strum.pipeline.nextResult(
      in: samples.extracting(first: chunkCount), from: &cursor)
    engine.pipeline.discard(cursor - start)
    guard let result else { return nil }
    engine.recording?.advance(result)
    let reading = ModuleStrumReading(result, time: result.timestamp.seconds(at: engine.rate))
    send(.strumResult(result, at: reading.clock))
    return reading
  }

  /// Ends a recording, and with it the last note or stroke.
  func finish() {
    guard let engine, let recording = engine.recording else { return }
    let nothing: [Float] = []
    append(0, of: nothing.span)
    engine.strum?.pipeline.end()
    while strumResult(in: nothing.span) != nil {}
    recording.finish()
  }

  /// The notes or strokes of a recording; `nil` for live sound.
  var recording: ModuleRecording? { engine?.recording }

  /// The strings that strokes are measured for; none while one string is tuned at a time.
  var strumTargets: [StrumTarget] { engine?.strum?.targets ?? [] }

  private func keep(_ samples: Span<Float>) {
    let newest = samples.extracting(last: min(samples.count, Self.strobeCount))
    if recentCount + newest.count > recent.count {
      let kept = Self.strobeCount - newest.count
      recent.slide(by: recentCount - kept, keeping: kept)
      recentCount = kept
    }
    recent.copy(newest, to: recentCount)
    recentCount += newest.count
  }

  /// Returns the frequency in tune, computed from the deviation of the reading.
  private func target(of result: PitchResult) -> Hertz? {
    guard let frequency = result.estimate?.frequency, let cents = result.deviation else {
      return nil
    }
    return frequency.raised(by: -cents)
  }

  /// Returns the phase of the strobe; `nil` far from the locked string, where the deviation stays
  /// at the end of its range.
  private func strobe(_ result: PitchResult) -> Double? {
    guard let engine, !view.isFarFromLocked, let target = target(of: result) else { return nil }
    return Self.turns(recent, recentCount, result.timestamp, target, engine.rate)
  }

  private static func turns(
    _ recent: borrowing AlignedBuffer, _ recentCount: Int, _ end: SamplePosition, _ target: Hertz,
    _ rate: SampleRate
  ) -> Double? {
    let newest = recent.span.extracting(recentCount - strobeCount..<recentCount)
    return StrobePhase.turns(of: newest, endingAt: end, target: target, at: rate)
  }

  // MARK: - Choices

  /// Sends an action to the screen's reducer.
  ///
  /// - Throws: `ModuleFailure.refused` with the message of the reducer; also during a recording,
  ///   because all its notes and strokes have the targets of its beginning.
  func choose(_ action: TunerAction) throws(ModuleFailure) {
    if let recording = engine?.recording, !recording.isRead {
      throw .refused("A recording is being measured: end it, and read its last note.")
    }
    send(.acknowledgeError)
    send(action)
    if let engine { try measureStrokes(by: engine) }
    if let error = view.state.error { throw .refused(error.description) }
  }

  /// Prepares the measurement of strokes for the target's strings, or ends it.
  ///
  /// It frees the previous measurement first, because the memory has room for only one.
  private func measureStrokes(by engine: Engine) throws(ModuleFailure) {
    let targets = view.target.strumTargets
    guard targets != engine.strum?.targets else { return }
    engine.strum = nil
    guard let targets else { return }
    do throws(StrumError) {
      var pipeline = try StrumPipeline(
        StrumConfiguration(targets, sampleRate: engine.rate),
        updateRate: view.settings.values.frequencyUpdateRate)
      pipeline.begin(at: engine.pipeline.position)
      engine.strum = Strum(targets, pipeline)
    } catch {
      throw .refused(error.description)
    }
  }

  /// Sends an action to the screen's reducer and follows its effects.
  func send(_ action: TunerAction) {
    effects.removeAll(keepingCapacity: true)
    view.reduce(action, into: &effects)
    for index in effects.indices { follow(effects[index]) }
  }

  private func follow(_ effect: TunerEffect) {
    switch effect {
    case .retarget(let target):
      if let classifier = try? target.classifier() { engine?.pipeline.retarget(classifier) }
    case .setUpdateRate(let rate):
      engine?.pipeline.setUpdateRate(rate)
      engine?.strum?.pipeline.setUpdateRate(rate)
    case .feedback: feedbackCount += 1
    // The page keeps the settings and owns the microphone. Results end a confirmation at its
    // deadline.
    case .startAudio, .observeResults, .stopObserving, .stopAudio, .releaseAudio,
      .startConfirmationTimer, .cancelConfirmationTimer, .settings:
      break
    }
  }
}

/// A failure of a call.
enum ModuleFailure: Error {
  /// The sample rate is not supported.
  case sampleRate
  /// The temperament has no pitch for a string.
  case targets
  /// A text is too long or not UTF-8, or the name of a choice is unknown.
  case argument
  /// The choice was refused, with the reason and the remedy.
  case refused(String)

  /// The failure as a negative number.
  var status: Int32 {
    switch self {
    case .argument: -1
    case .sampleRate: -3
    case .targets: -6
    case .refused: -2
    }
  }

  /// The failure as one sentence.
  var sentence: String {
    switch self {
    case .argument: "The call has an argument that is not known."
    case .sampleRate: "The sample rate is not supported: use 8000 to 192000 Hz."
    case .targets: "The temperament has no pitch for a string: choose another."
    case .refused(let sentence): sentence
    }
  }
}
