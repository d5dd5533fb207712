// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// Reads the pitch that an update decided on, and says how sure of it the update is.
///
/// What was decided tells which string it is; where it rings is measured by its partials, or by what
/// repeats as long as they can't be told apart.
struct PitchReading: ~Copyable {
  /// The periods from which a repetition is believed, and how well it must repeat.
  private static let periodsForRepetition = 1.15
  private static let leastRepetition = 0.25
  /// Until so many periods, the confidence is that of the repetition where it is the higher.
  private static let periodsForConfidence = 5.5
  /// The time before which no repetition is believed, and over which even a shorter period must repeat.
  ///
  /// It is the period of a guitar's lowest string: in less, parts of a period may look like one.
  private static let repetitionSeconds = 0.012
  /// The share of a period that must have repeated: over less another lag repeats as well.
  private static let leastRepeated = 0.2
  /// Until when, in seconds, McLeod's period is believed, and by how much better it must repeat then.
  ///
  /// The ringing of a body keeps the comb from being sure.
  private static let lateSeconds = 0.12
  private static let lateCost = 0.1
  /// By how many cents for every 1 of B the first periods of a bright attack read sharp.
  private static let stretch = 1e5
  private static let longestStretch = 15.0
  /// The confidence below which partials are not read.
  private static let hopeless = 0.25
  /// The standard error of a repetition, in cents, before partials can be measured.
  private static let repetitionError = 6.0

  private var reader: PartialReader

  /// Prepares for the sizes of a stream.
  init(_ sizes: AnalysisRate) { reader = PartialReader(sizes) }

  /// Reads what repeats, which speaks alone while the note holds too few periods for a comb.
  ///
  /// - Parameters:
  ///   - pick: McLeod's period.
  ///   - listening: what was heard; hears the reading.
  ///   - spectra: the spectrum of the note.
  ///   - periodicity: what repeats in it.
  ///   - count: how many of the newest samples are the note.
  ///   - seconds: the time since the last update.
  /// - Returns: `nil` where too little was heard, or it repeats too badly.
  mutating func read(
    _ pick: KeyMaxima.Maximum, in listening: inout StreamState,
    _ spectra: borrowing SpectralAnalysis, _ periodicity: borrowing Periodicity, count: Int,
    seconds: Double
  ) -> PitchEstimate? {
    guard Double(count) > Self.periodsForRepetition * pick.lagInSamples,
      pick.value > Self.leastRepetition
    else { return nil }
    let repetition = listening.stream.sizes.rate / pick.lagInSamples
    let typical = TypicalInharmonicity.coefficient(at: repetition)
    let sharp = min(Self.longestStretch, Self.stretch * typical)
    let frequency = repetition * exponential(of: -sharp / PartialFit.centsPerNeper)
    let fit = reader.read(
      listening.stream, frequency: frequency, inharmonicity: typical, count: count,
      age: listening.age, spectra: spectra, knowsNoise: false)
    return report(
      fit, frequency: frequency, lag: pick.lagInSamples, in: &listening, periodicity, count: count,
      seconds: seconds
    ) { _ in 0 }
  }

  /// Reads the string that a search found.
  ///
  /// - Parameters:
  ///   - winner: what the search decided on.
  ///   - repetition: how well the note repeats after its period and no sooner; 0 where nobody knows.
  ///   - listening: what was heard; hears the reading.
  ///   - spectra: the spectrum of the note.
  ///   - periodicity: what repeats in it.
  ///   - count: how many of the newest samples are the note.
  ///   - seconds: the time since the last update.
  /// - Returns: the reading.
  mutating func read(
    _ winner: Hypotheses.Hypothesis, repetition: Double, in listening: inout StreamState,
    _ spectra: borrowing SpectralAnalysis, _ periodicity: borrowing Periodicity, count: Int,
    seconds: Double
  ) -> PitchEstimate {
    let pitch = winner.score.frequency
    let isEstablished =
      Double(count) * pitch >= Self.periodsForConfidence * listening.stream.sizes.rate
    // Of what nobody could believe the partials are not worth reading: noise is most of it.
    let atBest = Self.confidence(
      in: winner, repetition, listening.constancy.atBest(after: seconds))
    let fit: PartialFit? =
      if isEstablished, atBest < Self.hopeless {
        nil
      } else {
        reader.read(
          listening.stream, frequency: pitch, inharmonicity: winner.score.inharmonicity,
          count: count, age: listening.age, spectra: spectra, knowsNoise: false)
      }
    return report(
      fit, frequency: pitch, lag: listening.stream.sizes.rate / pitch, in: &listening, periodicity,
      count: count, seconds: seconds
    ) { constancy in Self.confidence(in: winner, repetition, constancy) }
  }

  private static func confidence(
    in winner: Hypotheses.Hypothesis, _ repetition: Double, _ constancy: PitchStability
  ) -> Double {
    Confidence.ofComb(
      score: winner.accumulatedEvidence, explained: winner.score.explained, repetition: repetition,
      constancy: constancy)
  }

  /// Reads the partials of the string that the last search found, where they ring now.
  ///
  /// - Parameters:
  ///   - decision: what the search decided.
  ///   - listening: what was heard; hears the reading.
  ///   - spectra: the last spectrum, for its noise.
  ///   - periodicity: what repeated then.
  ///   - count: how many of the newest samples are the note.
  ///   - seconds: the time since the last update.
  /// - Returns: `nil` where they are not to be found.
  mutating func goOn(
    from decision: SearchSchedule.Decision, in listening: inout StreamState,
    _ spectra: borrowing SpectralAnalysis, _ periodicity: borrowing Periodicity, count: Int,
    seconds: Double
  ) -> PitchEstimate? {
    guard let frequency = listening.pitch?.frequency,
      let fit = reader.read(
        listening.stream, frequency: frequency, inharmonicity: decision.inharmonicity,
        count: count, age: listening.age, spectra: spectra, knowsNoise: true)
    else { return nil }
    return report(
      fit, frequency: frequency, lag: listening.stream.sizes.rate / frequency, in: &listening,
      periodicity, count: count, seconds: seconds
    ) { constancy in
      Confidence.ofComb(
        score: decision.score, explained: decision.explained, repetition: decision.repetition,
        constancy: constancy)
    }
  }

  private func report(
    _ fit: PartialFit?, frequency: Double, lag: Double, in listening: inout StreamState,
    _ periodicity: borrowing Periodicity, count: Int, seconds: Double,
    confidence ofDecision: (PitchStability) -> Double
  ) -> PitchEstimate {
    let rate = listening.stream.sizes.rate
    let reading = fit?.frequencyNow ?? frequency
    listening.hear(reading, after: seconds)
    var confidence = ofDecision(listening.constancy)
    // What no beginning was heard of repeats by chance as well: the comb must say that it is a string.
    if let age = listening.age {
      confidence = max(
        confidence,
        Self.confidence(
          inRepetitionAfter: lag, of: listening.stream, periodicity, count: count, age: age))
    }
    listening.trust(confidence)
    return PitchEstimate(
      frequency: Hertz(reading), fit: fit.map { Hertz($0.fit) },
      period: periodicity.period(near: rate / frequency).map { Hertz(rate / $0) },
      inharmonicity: fit.flatMap { $0.carriesInharmonicity ? $0.inharmonicity : nil },
      confidence: confidence, sigma: Cents(fit?.sigma ?? Self.repetitionError),
      firstPartialLevel: fit?.firstPower.flatMap { Decibels(power: $0) }, age: listening.sampleAge)
  }

  /// The confidence in what the newest samples repeat after `lag`, while the comb can't be sure yet.
  private static func confidence(
    inRepetitionAfter lag: Double, of stream: borrowing AnalysisStream,
    _ periodicity: borrowing Periodicity, count: Int, age: Double
  ) -> Double {
    let rate = stream.sizes.rate
    // The longest window never holds so many periods of the lowest strings: it is the note that must.
    let isFirst = age * rate < periodsForConfidence * lag
    guard age >= repetitionSeconds, isFirst || age < lateSeconds && periodicity.isPeriod(lag) else {
      return 0
    }
    // The beginning may be put before the sound, where nothing repeats.
    let repeated = Double(count) - OnsetDetector.blockSeconds * rate - 1.02 * lag
    guard repeated >= leastRepeated * lag else { return 0 }
    let length = max(8, min(Int(repeated), Int(max(lag, repetitionSeconds * rate))))
    let similarity = Repetition.similarity(
      stream.assembler.frame, stream.availableCount, back: 0, length: length, lag: lag)
    return Confidence.ofRepetition((similarity ?? 0) - (isFirst ? 0 : lateCost))
  }
}
