// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// Refines the pitch that an update chose: measures its first partial.
struct PitchRefiner: ~Copyable {
  // | name                 | unit  | source                                              |
  // | -------------------- | ----- | --------------------------------------------------- |
  // | periodsForMcLeod     | 1     | fitted on plucks: fewer periods repeat by chance    |
  // | leastSimilarity      | 1     | fitted on recorded plucks: a first period with less |
  // |                      |       | similarity is wrong                                 |
  // | periodsForConfidence | 1     | fitted on plucks: a younger note is always measured |
  // | sharpness            | cents | per unit of B: the period of an attack is short     |
  // | highestSharpness     | cents | its maximum, on bass strings                        |
  // | leastConfidence      | 1     | below the 0.3 of a displayed pitch: mostly noise    |
  private static let periodsForMcLeod = 1.15
  private static let leastSimilarity = 0.4
  private static let periodsForConfidence = 5.5
  private static let sharpness = 1e5
  private static let highestSharpness = 15.0
  private static let leastConfidence = 0.25

  private var reader: PartialReader

  /// Prepares for the sizes of a stream.
  init(_ sizes: AnalysisRate) { reader = PartialReader(sizes) }

  /// Begins another note.
  mutating func noteBegan() { reader.noteBegan() }

  /// Refines McLeod's period, the only evidence while a note holds too few periods for a comb.
  ///
  /// - Parameters:
  ///   - mcleodPeriod: McLeod's period.
  ///   - stream: the samples.
  ///   - update: the segment of the update.
  ///   - spectra: the spectrum of the segment.
  /// - Returns: `nil` if the segment is too short or its similarity is too low.
  mutating func refine(
    _ mcleodPeriod: KeyMaxima.Maximum, in stream: borrowing AnalysisStream, _ update: UpdateContext,
    _ spectra: borrowing SpectralAnalysis
  ) -> MeasuredPitch? {
    guard Double(update.count) > Self.periodsForMcLeod * mcleodPeriod.lagInSamples,
      mcleodPeriod.value > Self.leastSimilarity
    else { return nil }
    let repetition = stream.sizes.rate / mcleodPeriod.lagInSamples
    let typical = TypicalInharmonicity.coefficient(at: repetition)
    let sharp = min(Self.highestSharpness, Self.sharpness * typical)
    let frequency = repetition * exponential(of: -sharp / PartialFit.centsPerNeper)
    let fit = reader.read(
      stream, frequency: frequency, inharmonicity: typical, count: update.count, age: update.age,
      after: update.seconds,
      spectra: spectra, knowsNoise: false)
    return MeasuredPitch(candidate: frequency, lag: mcleodPeriod.lagInSamples, fit: fit)
  }

  /// Refines the result of a search.
  ///
  /// - Parameters:
  ///   - decision: the result.
  ///   - history: the pitch up to the last update.
  ///   - stream: the samples.
  ///   - update: the segment of the update.
  ///   - spectra: the spectrum of the segment.
  /// - Returns: the pitch. It has no fit if its confidence stays below `leastConfidence` even for
  ///   an unchanged pitch.
  mutating func refine(
    _ decision: SearchSchedule.Decision, after history: PitchHistory,
    in stream: borrowing AnalysisStream, _ update: UpdateContext,
    _ spectra: borrowing SpectralAnalysis
  ) -> MeasuredPitch {
    let pitch = decision.frequency
    let rate = stream.sizes.rate
    let isEstablished = Double(update.count) * pitch >= Self.periodsForConfidence * rate
    let atBest = ConfidenceModel.confidence(
      in: decision.comb, history.stability.atBest(after: update.seconds))
    let fit: PartialFit? =
      if isEstablished, atBest < Self.leastConfidence {
        nil
      } else {
        reader.read(
          stream, frequency: pitch, inharmonicity: decision.inharmonicity, count: update.count,
          age: update.age, after: update.seconds, spectra: spectra, knowsNoise: false)
      }
    return MeasuredPitch(
      candidate: pitch, lag: rate / pitch, fit: fit, comb: decision.comb,
      secondString: decision.secondString)
  }

  /// Tracks the string that the last search found.
  ///
  /// - Parameters:
  ///   - decision: the result of that search.
  ///   - history: the pitch up to the last update.
  ///   - stream: the samples.
  ///   - update: the segment of the update.
  ///   - spectra: the last spectrum, for its noise.
  /// - Returns: `nil` if no partials near the pitch fit a string.
  mutating func track(
    _ decision: SearchSchedule.Decision, after history: PitchHistory,
    in stream: borrowing AnalysisStream, _ update: UpdateContext,
    _ spectra: borrowing SpectralAnalysis
  ) -> MeasuredPitch? {
    guard let frequency = history.pitch?.frequency,
      let fit = reader.read(
        stream, frequency: frequency, inharmonicity: decision.inharmonicity, count: update.count,
        age: update.age, after: update.seconds, spectra: spectra, knowsNoise: true)
    else { return nil }
    return MeasuredPitch(
      candidate: frequency, lag: stream.sizes.rate / frequency, fit: fit, comb: decision.comb,
      secondString: decision.secondString)
  }
}
