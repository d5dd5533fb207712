// SPDX-License-Identifier: MIT

public import Acoustics
internal import SignalProcessing

/// Headstock's pitch engine: it reports the first partial of a plucked string, as a strobe tuner
/// does.
///
/// An update is a chain of stages. Each stage is a function of earlier results:
///
/// 1. `StreamState` segments the stream: only samples after the last onset count.
/// 2. `Periodicity` and `SpectralAnalysis` measure the segment. The periodicity needs little more
///    than one period of a note; the spectrum needs a few.
/// 3. `PitchSearch` collects candidates and decides between them. While a string keeps ringing,
///    `SearchSchedule` lets updates skip stages 2 and 3.
/// 4. `PitchRefiner` measures the partials of the candidate by their phase.
/// 5. `BackgroundEstimator` and `ConfidenceModel` score the result.
///
/// The state for the next update is committed at the end.
///
/// Sources: McLeod & Wyvill 2005 (periodicity); Rauhala, Lehtonen & Välimäki 2007,
/// doi:10.1121/1.2400664 (partials of stiff strings); Brown & Puckette 1993, doi:10.1121/1.407275
/// (phase).
public struct PitchEngine: PitchDetector, CandidateReporting, ~Copyable {
  /// The configuration of a detector.
  public typealias Configuration = DetectorConfiguration

  // | name            | unit | source                                                        |
  // | --------------- | ---- | ------------------------------------------------------------- |
  // | shortestWindow  | s    | one period at 330 Hz                                          |
  // | leastAmplitude  | 1    | −110 dBFS, below the quantisation of 16 bits at −101 dBFS     |
  // | periodsForComb  | 1    | least number of periods that resolve partials, fitted on      |
  // |                 |      | plucks                                                        |
  // | maskingPower    | 1    | 13 dB: a background further below a sound does not make its   |
  // |                 |      | readings noisy                                                |
  private static let shortestWindow = 0.003
  private static let leastAmplitude = 3e-6
  private static let periodsForComb = 4.5
  private static let maskingPower = 20.0

  private var state: StreamState
  private var transform: PowerTransform
  private var periodicity: Periodicity
  private var spectra: SpectralAnalysis
  private var search: PitchSearch
  private var refiner: PitchRefiner
  private var background = BackgroundEstimator()
  private var ringing = ResidualRinging()
  private var recognition = StringRecognition()
  private var motor = MotorHum()
  private var secondStringDetector = SecondStringDetector()
  private var schedule = SearchSchedule()
  private var history = PitchHistory()
  private var lasting = LastingTime()
  private var wander = PitchWander()
  private var estimate: PitchEstimate?
  /// True if the last update searched.
  private var hasSearched = false
  /// True if this update evaluated the periodicity.
  private var hasPeriodicity = false
  /// The period at the last evaluation of the periodicity.
  private var repetition: RepetitionPeriod?
  /// The standard error of the last estimate's period; `nil` if it is not known.
  private(set) var periodSigma: Cents?
  /// True to measure the period at every update, and not only at those that search.
  ///
  /// It is set where the period is the reported pitch, because the two transforms cost time.
  var measuresEveryPeriod = false
  private let detectsSecondString: Bool
  private let reportsCandidates: Bool

  /// Prepares an engine.
  ///
  /// - Parameter configuration: the stream's rate and the range of pitches.
  /// - Throws: `PitchDetectionError` naming the value that is out of its range.
  public init(_ configuration: Configuration) throws(PitchDetectionError) {
    try configuration.sampleRate.checkSupport()
    let (lowest, highest) = configuration.searched
    do throws(SignalProcessingError) {
      let state = try StreamState(configuration.sampleRate)
      let sizes = state.stream.sizes
      self.init(
        state: state,
        transform: try PowerTransform(
          count: sizes.spectrumCount, planning: configuration.planning),
        periodicity: Periodicity(sizes, lowest: lowest, highest: highest),
        search: PitchSearch(sizes, lowest: lowest, highest: highest),
        detectsSecondString: configuration.detectsSecondString,
        reportsCandidates: configuration.reportsCandidates)
    } catch {
      throw .transform(error)
    }
  }

  private init(
    state: consuming StreamState, transform: consuming PowerTransform,
    periodicity: consuming Periodicity, search: consuming PitchSearch,
    detectsSecondString: Bool, reportsCandidates: Bool
  ) {
    spectra = SpectralAnalysis(state.stream.sizes)
    refiner = PitchRefiner(state.stream.sizes)
    self.state = state
    self.transform = transform
    self.periodicity = periodicity
    self.search = search
    self.detectsSecondString = detectsSecondString
    self.reportsCandidates = reportsCandidates
  }

  /// The real transforms of one update: points, and the number of forward and inverse transforms.
  ///
  /// A benchmark measures what they cost alone.
  public var transforms: [(count: Int, forward: Int, inverse: Int)] {
    [(transform.count, 3, 0)]
  }

  /// Appends the next samples of the stream.
  ///
  /// - Parameter samples: any number of finite samples, any scale.
  /// - Complexity: O(n). Does not allocate.
  public mutating func append(_ samples: Span<Float>) { state.append(samples) }

  /// The number of candidates that the last update compared; 0 if it did not search.
  public var candidateCount: Int { hasSearched ? search.hypotheses.count : 0 }

  /// Returns a candidate of the last update.
  ///
  /// - Parameter index: 0 up to `candidateCount`.
  /// - Returns: the pitch and its evidence.
  public func candidate(at index: Int) -> PitchCandidate {
    let hypothesis = search.hypotheses[index]
    return PitchCandidate(
      frequency: Hertz(hypothesis.score.frequency), evidence: hypothesis.evidence)
  }

  /// Discards everything that was appended.
  ///
  /// The engine is then in the state of a newly prepared one.
  public mutating func reset() {
    state.reset()
    spectra.discardBackground()
    search.discardEvidence()
    background = BackgroundEstimator()
    ringing = ResidualRinging()
    recognition = StringRecognition()
    motor = MotorHum()
    schedule = SearchSchedule()
    history = PitchHistory()
    lasting = LastingTime()
    refiner.noteBegan()
    wander.reset()
    hasSearched = false
    repetition = nil
    periodSigma = nil
    estimate = nil
  }

  /// Returns the pitch at the end of the appended samples.
  ///
  /// - Returns: `nil` if nothing repeats at all, as in digital silence; the last estimate if
  ///   nothing was appended since then.
  /// - Complexity: three transforms; the configuration bounds the rest. Does not allocate.
  public mutating func estimatePitch() -> PitchEstimate? {
    let update = state.beginUpdate(after: history)
    guard update.seconds > 0 else { return estimate }
    begin(update)
    let measured = isAudible(update) ? measure(in: update) : nil
    commit(measured, in: update)
    return estimate
  }

  /// Discards the state of the previous note if a new one has begun.
  private mutating func begin(_ update: UpdateContext) {
    hasSearched = false
    hasPeriodicity = false
    schedule.advance(by: update.seconds)
    recognition.begin(update)
    guard update.isNewNote else { return }
    search.discardEvidence()
    background.noteBegan()
    ringing.noteBegan()
    schedule.record(nil)
    history.clear()
    lasting.noteBegan()
    refiner.noteBegan()
    wander.reset()
  }

  private func isAudible(_ update: UpdateContext) -> Bool {
    Double(update.count) >= Self.shortestWindow * state.stream.sizes.rate
      && update.power >= Self.leastAmplitude * Self.leastAmplitude
  }

  /// Measures the pitch: tracks the result of the last search while the schedule allows it, and
  /// searches otherwise.
  private mutating func measure(in update: UpdateContext) -> MeasuredPitch? {
    if !reportsCandidates, let decision = schedule.decision(in: update, after: history),
      let tracked = refiner.track(
        decision, after: history, in: state.stream, update, spectra)
    {
      if measuresEveryPeriod { evaluatePeriodicity(update) }
      return tracked
    }
    let elapsed = schedule.elapsed
    schedule.record(nil)
    evaluatePeriodicity(update)
    if let mcleodPeriod = periodicity.mcleodPeriod,
      Double(update.count) < Self.periodsForComb * mcleodPeriod.lagInSamples
    {
      analyse(update)
      if reportsCandidates { _ = winner(in: update, after: elapsed) }
      return refiner.refine(mcleodPeriod, in: state.stream, update, spectra)
    }
    analyse(update)
    guard let winner = winner(in: update, after: elapsed) else { return nil }
    let decision = decision(for: winner, in: update)
    schedule.record(decision)
    return refiner.refine(decision, after: history, in: state.stream, update, spectra)
  }

  private mutating func evaluatePeriodicity(_ update: UpdateContext) {
    periodicity.evaluate(state.stream, count: update.count, by: &transform)
    hasPeriodicity = true
  }

  private mutating func analyse(_ update: UpdateContext) {
    spectra.analyse(state.stream, count: update.count, isNote: update.isNote, by: &transform)
  }

  /// Decides between the candidates of the spectrum and of the periodicity.
  private mutating func winner(
    in update: UpdateContext, after elapsed: Double
  ) -> Hypotheses.Hypothesis? {
    hasSearched = true
    return search.search(
      spectra, periodicity, tracked: history.pitch, in: update, after: elapsed)
  }

  private mutating func decision(
    for winner: Hypotheses.Hypothesis, in update: UpdateContext
  ) -> SearchSchedule.Decision {
    let score = winner.score
    let sizes = state.stream.sizes
    // A repetition counts only after an onset, or if the stream may begin with one, because steady
    // hum is as periodic as a string.
    let isPeriod =
      (update.hasOnset || update.isStreamStart)
      && periodicity.isPeriod(sizes.rate / score.frequency)
    return SearchSchedule.Decision(
      frequency: score.frequency, inharmonicity: score.inharmonicity,
      comb: CombEvidence(
        accumulated: winner.accumulatedEvidence, explained: score.explained,
        repetition: isPeriod ? winner.similarity : 0),
      power: update.power,
      secondString: detectsSecondString
        ? Self.secondString(
          beside: score, by: &secondStringDetector, in: spectra, highest: sizes.highest)
        : nil)
  }

  private static func secondString(
    beside score: InharmonicComb.Score, by detector: inout SecondStringDetector,
    in spectra: borrowing SpectralAnalysis, highest: Double
  ) -> Double {
    detector.measure(of: score, in: spectra.peaks, native: spectra.native, highest: highest)
  }

  /// Scores the pitch of an update and commits the state for the next one.
  private mutating func commit(_ measured: MeasuredPitch?, in update: UpdateContext) {
    let isAudible = isAudible(update)
    if isAudible {
      ringing.add(
        power: update.power, highest: state.highestPower(in: update), after: update.seconds)
    }
    lasting.add(
      measured?.frequency, evidence: measured?.comb?.accumulated, after: update.seconds)
    if let measured {
      follow(measured, in: update)
      estimate = scored(measured, in: update)
    } else {
      endPitch(in: update)
      if isAudible { _ = judge(nil, in: update) }
    }
  }

  /// Commits that an update has no pitch.
  private mutating func endPitch(in update: UpdateContext) {
    history.clear()
    wander.reset()
    recognition.endPitch(in: update)
    motor.rest(for: update.seconds)
    estimate = nil
  }

  /// Adds a pitch to the history of the note and to what tells its source.
  private mutating func follow(_ measured: MeasuredPitch, in update: UpdateContext) {
    history = history.appending(measured.frequency, after: update.seconds)
    follow(measured.fit, after: update.seconds)
    recognition.add(
      measured.frequency, noise: measured.fit?.noise ?? 0,
      unbroken: history.stability.unbroken,
      mayBeMotor: motor.explains(measured.frequency) || lasting.mayBeMotor(at: measured.frequency),
      in: update)
  }

  /// Returns the estimate of a pitch, and commits its confidence.
  private mutating func scored(
    _ measured: MeasuredPitch, in update: UpdateContext
  ) -> PitchEstimate {
    var evidence = evidence(for: measured, in: update)
    let identification = ConfidenceModel.identification(evidence)
    history.setConfidence(identification)
    let rate = state.stream.sizes.rate
    if hasPeriodicity { repetition = periodicity.repetition(near: rate / measured.candidate) }
    periodSigma = repetition?.sigma
    var result = PitchEstimate(
      measured, period: repetition.map { Hertz(rate / $0.lagInSamples) },
      confidence: identification, age: update.sampleAge)
    let source = judge(result, in: update)
    evidence.isHum = source == .hum
    evidence.attenuation = ringing.attenuation(at: measured.frequency)
    result.confidence = ConfidenceModel.confidence(evidence)
    if source == .stringOverHum {
      result.sigma = max(result.sigma ?? BackgroundEstimator.humError, BackgroundEstimator.humError)
      periodSigma = periodSigma.map { max($0, BackgroundEstimator.humError) }
    }
    motor.add(
      measured.frequency, noise: measured.fit?.noise, confidence: result.confidence,
      after: update.seconds)
    // Hum is recognised by the noise of a reading, not by its wander, so this comes after it.
    if measured.fit != nil { wander.add(to: &result) }
    limitConfidence(of: &result, after: update.sounding)
    if !motor.explains(measured.frequency), !isFarAboveBackground(update) {
      lasting.answer(&result, confidence: ConfidenceModel.lasting * evidence.attenuation)
    }
    // A knock or a voice that is never an answer does not exempt its pitch from attenuation.
    ringing.remember(measured.frequency, confidence: result.confidence)
    return result
  }

  private func evidence(for measured: MeasuredPitch, in update: UpdateContext) -> Evidence {
    Evidence(
      comb: measured.comb,
      repetition: EarlyRepetition.similarity(
        after: measured.lag, of: state.stream, periodicity, update,
        .init(steady: history.stability.steady, remainingPower: ringing.remainder)),
      stability: history.stability)
  }

  /// Returns true if the noise of a reading cannot come from the learned background.
  private func isFarAboveBackground(_ update: UpdateContext) -> Bool {
    spectra.background.updateCount > 0
      && update.power > Self.maskingPower * spectra.background.samplePower
  }

  /// Limits the confidence that is displayed until the sound is known to be a string.
  private func limitConfidence(of result: inout PitchEstimate, after seconds: Double) {
    let ceiling = min(
      recognition.highestConfidence,
      ConfidenceModel.highestConfidence(for: result.sigma, after: seconds))
    guard result.confidence > ceiling else { return }
    result.pitchConfidence = result.confidence
    result.confidence = ceiling
  }

  /// Updates the wander of the note.
  ///
  /// A step of the pitch begins another note.
  private mutating func follow(_ fit: PartialFit?, after seconds: Double) {
    if history.stability.unbroken == 0 { wander.reset() }
    if let fit { wander.add(fit, after: seconds) } else { wander.reset() }
  }

  /// Learns the background and returns the source of the sound.
  private mutating func judge(
    _ estimate: PitchEstimate?, in update: UpdateContext
  ) -> BackgroundEstimator.Source {
    let isLongEnough =
      Double(update.count) >= BackgroundEstimator.shortestWindow * state.stream.sizes.rate
    let (source, change) = background.judge(
      estimate, in: update, isLongEnough: isLongEnough,
      background: spectra.background.updateCount > 0 ? spectra.background.samplePower : nil,
      lines: spectra.hum, unbroken: history.stability.unbroken)
    switch change {
    case .keep: break
    case .learn: spectra.learnBackground(samplePower: update.power, seconds: update.seconds)
    case .discard: spectra.discardBackground()
    }
    return source
  }
}
