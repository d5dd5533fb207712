// SPDX-License-Identifier: MIT

public import Acoustics
internal import SignalProcessing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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
public struct PitchEngine: PitchDetector, ~Copyable {
  /// What an engine is made for.
  public typealias Configuration = DetectorConfiguration

  /// The shortest part of a note that is looked at, in seconds.
  private static let shortestWindow = 0.003
  /// The level under which nothing is looked for, root mean square: −110 dBFS.
  private static let quietest = 3e-6
  /// The periods of a note from which the comb decides.
  private static let periodsForComb = 4.5
  /// The periods from which a repetition is believed, and how well it must repeat.
  private static let periodsForRepetition = 1.15
  private static let leastRepetition = 0.25
  /// Until so many periods, the confidence is that of the repetition where it is the higher.
  private static let periodsForConfidence = 5.5
  /// By how many cents for every 1 of B the first periods of a bright attack read sharp.
  private static let stretch = 1e5
  private static let longestStretch = 15.0
  /// The confidence below which partials are not read.
  private static let hopeless = 0.25
  /// The standard error of a repetition, in cents, before partials can be measured.
  private static let repetitionError = 6.0

  private var listening: Listening
  private var periodicity: Periodicity
  private var spectra: SpectralAnalysis
  private var search: PitchSearch
  private var reader: PartialReader
  private var silence = Silence()
  private var company = Company()
  private let hearsCompany: Bool
  private let tellsCandidates: Bool
  /// The company at the last search; `nil` without one, and where it is not listened for.
  private var heardCompany: Double?
  /// Whether the last update looked for a pitch.
  private var hasSearched = false
  private var pursuit = Pursuit()
  private var answer: PitchEstimate?

  /// Prepares an engine.
  ///
  /// - Parameter configuration: the stream's rate and what to look for.
  /// - Throws: `PitchDetectionError` naming the value that is out of its range.
  public init(_ configuration: Configuration) throws(PitchDetectionError) {
    try configuration.sampleRate.checkSupport()
    let (lowest, highest) = configuration.searched
    do throws(SignalProcessingError) {
      let listening = try Listening(configuration.sampleRate)
      let sizes = listening.stream.sizes
      self.init(
        listening: listening,
        periodicity: try Periodicity(
          sizes, lowest: lowest, highest: highest, planning: configuration.planning),
        spectra: try SpectralAnalysis(sizes, planning: configuration.planning),
        search: PitchSearch(sizes, lowest: lowest, highest: highest),
        hearsCompany: configuration.hearsCompany,
        tellsCandidates: configuration.tellsCandidates)
    } catch {
      throw .transform(error)
    }
  }

  private init(
    listening: consuming Listening, periodicity: consuming Periodicity,
    spectra: consuming SpectralAnalysis, search: consuming PitchSearch, hearsCompany: Bool,
    tellsCandidates: Bool
  ) {
    reader = PartialReader(listening.stream.sizes)
    self.listening = listening
    self.periodicity = periodicity
    self.spectra = spectra
    self.search = search
    self.hearsCompany = hearsCompany
    self.tellsCandidates = tellsCandidates
  }

  /// The real transforms of one update: points, and how many forwards and back.
  public var transforms: [(count: Int, forward: Int, inverse: Int)] {
    [(periodicity.transformCount, 1, 1), (spectra.spectrum.count, 1, 0)]
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
    silence = Silence()
    pursuit = Pursuit()
    heardCompany = nil
    answer = nil
  }

  /// Returns the pitch at the end of what was taken in.
  ///
  /// - Returns: `nil` where nothing repeats at all, such as digital silence.
  /// - Complexity: three transforms, and what the configuration bounds. Does not allocate.
  public mutating func estimatePitch() -> PitchEstimate? {
    let (seconds, isNewNote) = listening.beginUpdate()
    // Nothing new was heard: nothing new is to be said.
    guard seconds > 0 else { return answer }
    answer = hear(after: seconds, isNewNote: isNewNote)
    return answer
  }

  private mutating func hear(after seconds: Double, isNewNote: Bool) -> PitchEstimate? {
    hasSearched = false
    pursuit.pass(seconds)
    if isNewNote {
      search.forget()
      silence.noteBegan()
      pursuit.decide(nil)
      heardCompany = nil
    }
    let rate = listening.stream.sizes.rate
    let count = listening.count
    let power = listening.stream.meanSquare
    guard Double(count) >= max(16, Self.shortestWindow * rate),
      power >= Self.quietest * Self.quietest
    else {
      listening.fallSilent()
      return nil
    }
    if !tellsCandidates, let decision = pursuit.decision(in: listening, power: power),
      var estimate = goOn(from: decision, count: count, level: power.squareRoot(), seconds: seconds)
    {
      // What rings on is in the company that it was found in.
      estimate.company = heardCompany
      return listenToSilence(estimate, count: count, power: power, seconds: seconds)
    }
    let elapsed = pursuit.seconds
    pursuit.decide(nil)
    heardCompany = nil
    periodicity.evaluate(listening.stream, count: count)
    var estimate: PitchEstimate?
    if let pick = periodicity.pick, Double(count) < Self.periodsForComb * pick.lagInSamples {
      analyse(count: count, seconds: elapsed, searches: tellsCandidates)
      estimate = hearRepetition(pick, count: count, seconds: seconds)
    } else if let winner = analyse(count: count, seconds: elapsed, searches: true) {
      estimate = hear(winner, count: count, level: power.squareRoot(), seconds: seconds)
      pursuit.decide(
        Pursuit.Decision(
          frequency: winner.score.frequency, inharmonicity: winner.score.inharmonicity,
          score: winner.posterior, explained: winner.score.explained, power: power))
      if hearsCompany { heardCompany = company(of: winner.score) }
    }
    estimate?.company = heardCompany
    if estimate == nil { listening.fallSilent() }
    return listenToSilence(estimate, count: count, power: power, seconds: seconds)
  }

  /// Takes the spectrum of the note, and looks for its pitch in it where the note holds enough periods.
  @discardableResult
  private mutating func analyse(
    count: Int, seconds: Double, searches: Bool
  ) -> Hypotheses.Hypothesis? {
    spectra.analyse(listening.stream, count: count, isNote: listening.isNote)
    guard searches else { return nil }
    hasSearched = true
    return search.search(
      spectra, periodicity: periodicity, running: listening.pitch, age: listening.age ?? .infinity,
      seconds: seconds)
  }

  private mutating func company(of score: StiffComb.Score) -> Double {
    Self.measure(
      &company, of: score, in: spectra, highest: listening.stream.sizes.highest)
  }

  private static func measure(
    _ company: inout Company, of score: StiffComb.Score, in spectra: borrowing SpectralAnalysis,
    highest: Double
  ) -> Double {
    company.measure(of: score, in: spectra.peaks, native: spectra.native, highest: highest)
  }

  /// While the note holds too few periods for a comb, what repeats speaks alone.
  private mutating func hearRepetition(
    _ pick: KeyMaxima.Maximum, count: Int, seconds: Double
  ) -> PitchEstimate? {
    guard Double(count) > Self.periodsForRepetition * pick.lagInSamples,
      pick.value > Self.leastRepetition
    else { return nil }
    let repetition = listening.stream.sizes.rate / pick.lagInSamples
    let typical = TypicalInharmonicity.coefficient(at: repetition)
    let sharp = min(Self.longestStretch, Self.stretch * typical)
    let frequency = repetition * exp(-sharp / PartialFit.centsPerNeper)
    return read(frequency, inharmonicity: typical, count: count, seconds: seconds) { _ in 0 }
  }

  private mutating func hear(
    _ winner: Hypotheses.Hypothesis, count: Int, level: Double, seconds: Double
  ) -> PitchEstimate {
    let pitch = winner.score.frequency
    let isEstablished =
      Double(count) * pitch >= Self.periodsForConfidence * listening.stream.sizes.rate
    // Of what nobody could believe the partials are not worth reading: noise is most of it.
    let atBest = Self.confidence(in: winner, listening.constancy.atBest(after: seconds), level)
    if isEstablished, atBest < Self.hopeless {
      return report(nil, frequency: pitch, count: count, seconds: seconds) { constancy in
        Self.confidence(in: winner, constancy, level)
      }
    }
    return read(
      pitch, inharmonicity: winner.score.inharmonicity, count: count, seconds: seconds
    ) { constancy in Self.confidence(in: winner, constancy, level) }
  }

  private static func confidence(
    in winner: Hypotheses.Hypothesis, _ constancy: Constancy, _ level: Double
  ) -> Double {
    Confidence.ofComb(
      score: winner.posterior, explained: winner.score.explained, constancy: constancy,
      level: level)
  }

  /// Reads the partials of the string that the last search found, where they ring now.
  ///
  /// - Returns: `nil` where they are not to be found.
  private mutating func goOn(
    from decision: Pursuit.Decision, count: Int, level: Double, seconds: Double
  ) -> PitchEstimate? {
    guard let frequency = listening.pitch?.frequency,
      let fit = reader.read(
        listening.stream, frequency: frequency, inharmonicity: decision.inharmonicity,
        count: count, age: listening.age, spectra: spectra, knowsNoise: true)
    else { return nil }
    return report(fit, frequency: frequency, count: count, seconds: seconds) { constancy in
      Confidence.ofComb(
        score: decision.score, explained: decision.explained, constancy: constancy, level: level)
    }
  }

  /// Reads the partials of the pitch that was decided on.
  private mutating func read(
    _ frequency: Double, inharmonicity: Double, count: Int, seconds: Double,
    confidence ofDecision: (Constancy) -> Double
  ) -> PitchEstimate {
    let fit = reader.read(
      listening.stream, frequency: frequency, inharmonicity: inharmonicity, count: count,
      age: listening.age, spectra: spectra, knowsNoise: false)
    return report(
      fit, frequency: frequency, count: count, seconds: seconds, confidence: ofDecision)
  }

  private mutating func report(
    _ fit: PartialFit?, frequency: Double, count: Int, seconds: Double,
    confidence ofDecision: (Constancy) -> Double
  ) -> PitchEstimate {
    let rate = listening.stream.sizes.rate
    let reading = fit?.frequencyNow ?? frequency
    listening.hear(reading, after: seconds)
    var confidence = ofDecision(listening.constancy)
    let period = rate / frequency
    // What no beginning was heard of repeats by chance as well: the comb must say that it is a string.
    if listening.isNote, Double(count) < Self.periodsForConfidence * period {
      let length = max(8, min(Int(Double(count) - 1.02 * period), Int(period)))
      let similarity = PeriodBreak.similarity(
        listening.stream.assembler.frame, listening.stream.availableCount, back: 0, length: length,
        period: period)
      confidence = max(confidence, Confidence.ofRepetition(similarity ?? 0))
    }
    listening.trust(confidence)
    return PitchEstimate(
      frequency: Hertz(reading), fit: fit.map { Hertz($0.fit) },
      period: periodicity.period(near: period).map { Hertz(rate / $0) },
      inharmonicity: fit.flatMap { $0.carriesInharmonicity ? $0.inharmonicity : nil },
      confidence: confidence, sigma: Cents(fit?.sigma ?? Self.repetitionError),
      firstPartialLevel: fit?.firstPower.flatMap { Decibels(power: $0) }, age: listening.sampleAge)
  }

  /// Learns the background while nothing is played, and knows mains hum for what it is.
  private mutating func listenToSilence(
    _ estimate: PitchEstimate?, count: Int, power: Double, seconds: Double
  ) -> PitchEstimate? {
    let isWhole = Double(count) >= Silence.shortestWindow * listening.stream.sizes.rate
    let verdict = silence.judge(
      estimate, age: listening.age, isWhole: isWhole, power: power,
      background: spectra.background.updateCount > 0 ? spectra.background.samplePower : nil,
      unbroken: listening.constancy.unbroken, seconds: seconds)
    if verdict.forgets { spectra.forgetBackground() }
    if verdict.learns { spectra.learnBackground(samplePower: power, seconds: seconds) }
    guard verdict.isHum, var hum = estimate else { return estimate }
    hum.confidence = min(hum.confidence, Confidence.hum)
    return hum
  }
}
