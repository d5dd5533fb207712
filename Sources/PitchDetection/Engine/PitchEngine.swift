// SPDX-License-Identifier: MIT

public import Acoustics
internal import SignalProcessing

/// Headstock's pitch engine: the first partial of a plucked string, as a strobe would show it.
///
/// It joins two ears. What repeats answers after a period and a half, and the comb of a stiff string,
/// laid over the spectrum, tells octaves apart and hears through noise once the note holds a few
/// periods. The partials of the pitch that is chosen are then measured by their phase. Only samples
/// behind the last beginning of a note count.
///
/// Sources: McLeod & Wyvill 2005 (periodicity); Rauhala, Lehtonen & Välimäki 2007,
/// doi:10.1121/1.2400664 (partials of stiff strings); Brown & Puckette 1993, doi:10.1121/1.407275
/// (phase).
public struct PitchEngine: PitchDetector, CandidateReporting, ~Copyable {
  /// What an engine is made for.
  public typealias Configuration = DetectorConfiguration

  /// The shortest part of a note that is looked at, in seconds.
  private static let shortestWindow = 0.003
  /// The level under which nothing is looked for, root mean square: −110 dBFS.
  private static let quietest = 3e-6
  /// The periods of a note from which the comb decides.
  private static let periodsForComb = 4.5

  private var listening: StreamState
  private var transform: PowerTransform
  private var periodicity: Periodicity
  private var spectra: SpectralAnalysis
  private var search: PitchSearch
  private var reading: PitchReading
  private var silence = BackgroundEstimator()
  private var secondString = SecondStringDetector()
  private let detectsSecondString: Bool
  private let reportsCandidates: Bool
  /// The company at the last search; `nil` without one, and where it is not listened for.
  private var secondStringShare: Double?
  /// Whether the last update looked for a pitch.
  private var hasSearched = false
  private var pursuit = SearchSchedule()
  private var answer: PitchEstimate?

  /// Prepares an engine.
  ///
  /// - Parameter configuration: the stream's rate and what to look for.
  /// - Throws: `PitchDetectionError` naming the value that is out of its range.
  public init(_ configuration: Configuration) throws(PitchDetectionError) {
    try configuration.sampleRate.checkSupport()
    let (lowest, highest) = configuration.searched
    do throws(SignalProcessingError) {
      // What every update reads comes first, and so lies side by side in a few pages.
      let listening = try StreamState(configuration.sampleRate)
      let sizes = listening.stream.sizes
      let reading = PitchReading(sizes)
      self.init(
        listening: listening, reading: reading,
        transform: try PowerTransform(
          count: sizes.spectrumCount, planning: configuration.planning),
        periodicity: Periodicity(sizes, lowest: lowest, highest: highest),
        spectra: SpectralAnalysis(sizes),
        search: PitchSearch(sizes, lowest: lowest, highest: highest),
        detectsSecondString: configuration.detectsSecondString,
        reportsCandidates: configuration.reportsCandidates)
    } catch {
      throw .transform(error)
    }
  }

  private init(
    listening: consuming StreamState, reading: consuming PitchReading,
    transform: consuming PowerTransform, periodicity: consuming Periodicity,
    spectra: consuming SpectralAnalysis,
    search: consuming PitchSearch, detectsSecondString: Bool, reportsCandidates: Bool
  ) {
    self.listening = listening
    self.reading = reading
    self.transform = transform
    self.periodicity = periodicity
    self.spectra = spectra
    self.search = search
    self.detectsSecondString = detectsSecondString
    self.reportsCandidates = reportsCandidates
  }

  /// The real transforms of one update: points, and how many forwards and back.
  public var transforms: [(count: Int, forward: Int, inverse: Int)] {
    [(transform.count, 3, 0)]
  }

  /// Takes in the next samples of the stream.
  ///
  /// - Parameter samples: any number of finite samples, any scale.
  /// - Complexity: O(n). Does not allocate.
  public mutating func append(_ samples: Span<Float>) { listening.append(samples) }

  /// How many pitches were weighed in the last update; 0 where none was looked for.
  public var candidateCount: Int { hasSearched ? search.hypotheses.count : 0 }

  /// Returns a pitch that was weighed in the last update.
  ///
  /// - Parameter index: 0 up to `candidateCount`.
  /// - Returns: the pitch and what speaks for it.
  public func candidate(at index: Int) -> PitchCandidate {
    let hypothesis = search.hypotheses[index]
    return PitchCandidate(
      frequency: Hertz(hypothesis.score.frequency), evidence: hypothesis.evidence)
  }

  /// Forgets everything that was taken in, as if made anew.
  public mutating func reset() {
    listening.reset()
    hasSearched = false
    spectra.forgetBackground()
    search.forget()
    silence = BackgroundEstimator()
    pursuit = SearchSchedule()
    secondStringShare = nil
    answer = nil
  }

  /// Returns the pitch at the end of what was taken in.
  ///
  /// - Returns: `nil` where nothing repeats at all, such as digital silence.
  /// - Complexity: three transforms, and what the configuration bounds. Does not allocate.
  public mutating func estimatePitch() -> PitchEstimate? {
    let (seconds, isNewNote) = listening.beginUpdate()
    // Where nothing new was heard nothing new is to be said.
    if seconds > 0 { hear(after: seconds, isNewNote: isNewNote) }
    return answer
  }

  /// Makes the answer of an update where it lies: passed on it would be copied each time.
  private mutating func hear(after seconds: Double, isNewNote: Bool) {
    hasSearched = false
    pursuit.pass(seconds)
    if isNewNote {
      search.forget()
      silence.noteBegan()
      pursuit.decide(nil)
      secondStringShare = nil
    }
    let rate = listening.stream.sizes.rate
    let count = listening.count
    let power = listening.stream.meanSquare
    guard Double(count) >= max(16, Self.shortestWindow * rate),
      power >= Self.quietest * Self.quietest
    else {
      listening.fallSilent()
      answer = nil
      return
    }
    listening.hear(power: power, after: seconds)
    if reportsCandidates || !goOn(count: count, power: power, seconds: seconds) {
      lookAgain(count: count, power: power, seconds: seconds)
    }
    answer?.secondString = secondStringShare
    listenToSilence(count: count, power: power, seconds: seconds)
    // To itself a string that rings along is a string; it is no answer to what was played.
    if let estimate = answer {
      answer?.confidence = listening.confidenceInNote(
        estimate.confidence, at: estimate.frequency.value)
    }
  }

  /// Reads the string that the last search found, in the company that it was found in; `false` where it
  /// must be looked for again.
  private mutating func goOn(count: Int, power: Double, seconds: Double) -> Bool {
    guard let decision = pursuit.decision(in: listening, power: power),
      let estimate = reading.goOn(
        from: decision, in: &listening, spectra, periodicity, count: count,
        seconds: seconds)
    else { return false }
    answer = estimate
    return true
  }

  /// Looks for the pitch in what repeats, and in the spectrum where the note holds enough periods.
  private mutating func lookAgain(count: Int, power: Double, seconds: Double) {
    let rate = listening.stream.sizes.rate
    let elapsed = pursuit.seconds
    pursuit.decide(nil)
    secondStringShare = nil
    periodicity.evaluate(listening.stream, count: count, by: &transform)
    if let pick = periodicity.pick, Double(count) < Self.periodsForComb * pick.lagInSamples {
      analyse(count: count, seconds: elapsed, searches: reportsCandidates)
      answer = reading.read(
        pick, in: &listening, spectra, periodicity, count: count, seconds: seconds)
    } else if let winner = analyse(count: count, seconds: elapsed, searches: true) {
      // Without a beginning it may be a hum that repeats so well.
      let repeats =
        listening.hasBegun && periodicity.isPeriod(rate / winner.score.frequency)
      let repetition = repeats ? winner.similarity : 0
      answer = reading.read(
        winner, repetition: repetition, in: &listening, spectra, periodicity, count: count,
        seconds: seconds)
      pursuit.decide(
        SearchSchedule.Decision(
          frequency: winner.score.frequency, inharmonicity: winner.score.inharmonicity,
          score: winner.accumulatedEvidence, explained: winner.score.explained,
          repetition: repetition,
          power: power))
      if detectsSecondString { secondStringShare = secondString(of: winner.score) }
    } else {
      answer = nil
    }
    if answer == nil { listening.fallSilent() }
  }

  /// Takes the spectrum of the note, and looks for its pitch in it where the note holds enough periods.
  @discardableResult
  private mutating func analyse(
    count: Int, seconds: Double, searches: Bool
  ) -> Hypotheses.Hypothesis? {
    spectra.analyse(
      listening.stream, count: count, isNote: listening.isNote, by: &transform)
    guard searches else { return nil }
    hasSearched = true
    return search.search(
      spectra, periodicity: periodicity, running: listening.pitch, age: listening.age ?? .infinity,
      sounding: listening.sounding, seconds: seconds)
  }

  private mutating func secondString(of score: InharmonicComb.Score) -> Double {
    Self.measure(
      &secondString, of: score, in: spectra, highest: listening.stream.sizes.highest)
  }

  private static func measure(
    _ secondString: inout SecondStringDetector, of score: InharmonicComb.Score,
    in spectra: borrowing SpectralAnalysis,
    highest: Double
  ) -> Double {
    secondString.measure(of: score, in: spectra.peaks, native: spectra.native, highest: highest)
  }

  /// Learns the background while nothing is played, and knows mains hum for what it is.
  private mutating func listenToSilence(count: Int, power: Double, seconds: Double) {
    let isWhole = Double(count) >= BackgroundEstimator.shortestWindow * listening.stream.sizes.rate
    let verdict = silence.judge(
      answer, age: listening.age, isWhole: isWhole, power: power,
      background: spectra.background.updateCount > 0 ? spectra.background.samplePower : nil,
      lines: spectra.hum, unbroken: listening.constancy.unbroken, seconds: seconds)
    if verdict.forgets { spectra.forgetBackground() }
    if verdict.learns { spectra.learnBackground(samplePower: power, seconds: seconds) }
    if verdict.isHum, let confidence = answer?.confidence {
      answer?.confidence = min(confidence, Confidence.hum)
    }
    if verdict.mayHideHum {
      let sigma = answer?.sigma ?? BackgroundEstimator.humError
      answer?.sigma = max(sigma, BackgroundEstimator.humError)
    }
  }
}
