// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// Searches for the pitch whose inharmonic comb explains the spectrum best, over the updates of a
/// note.
struct PitchSearch: ~Copyable {
  // | name            | unit | source                                                             |
  // | --------------- | ---- | ------------------------------------------------------------------ |
  // | nativePerPitch  | 1    | native bins between two partials that a Hann window still          |
  // |                 |      | separates                                                          |
  // | similarityGain  | 1    | fitted on plucks and noise: evidence of a perfect repetition       |
  // | periodGain      | 1    | fitted on attacks: preference for McLeod's period in a young note  |
  // | leastRepetition | 1    | similarity from which that preference begins                       |
  // | periodSeconds   | s    | time at which that preference ends: a decayed string may repeat at |
  // |                 |      | an octave                                                          |
  // | margin          | 1    | evidence behind the best at which a comb is abandoned              |
  // | maximumPartials | 1    | bound of an update's cost: partials of all combs together          |
  // | reach           | 1    | largest relative change of a candidate by its comb                 |
  private static let nativePerPitch = 3.4
  private static let similarityGain = 8.0
  private static let periodGain = 6.0
  private static let leastRepetition = 0.9
  private static let periodSeconds = 0.5
  private static let margin = 8.0
  private static let maximumPartials = 400
  private static let reach = 0.05

  private let sizes: AnalysisRate
  private let lowest: Double
  private let highest: Double
  private var comb: InharmonicComb
  private var candidates = CandidatePitches()
  /// The pitches of the last update.
  private(set) var hypotheses = Hypotheses()

  /// Prepares for pitches from `lowest` to `highest`, in hertz.
  init(_ sizes: AnalysisRate, lowest: Double, highest: Double) {
    self.sizes = sizes
    self.lowest = lowest
    self.highest = highest
    comb = InharmonicComb(highest: sizes.highest, binWidth: sizes.binWidth)
  }

  /// Discards the evidence of earlier updates, at a new note.
  mutating func discardEvidence() { hypotheses.discardEvidence() }

  /// Searches by the spectrum alone.
  ///
  /// - Parameters:
  ///   - spectra: the spectrum of the segment.
  ///   - tracked: the pitch of the last update.
  ///   - update: the segment of the update.
  /// - Returns: the best pitch; `nil` if no comb fits.
  /// - Complexity: bounded by the candidates times their partials. Does not allocate.
  mutating func search(
    _ spectra: borrowing SpectralAnalysis, tracked: TrackedPitch?, in update: UpdateContext
  ) -> Hypotheses.Hypothesis? {
    candidates.clear()
    candidates.collect(tracked)
    candidates.collect(tracked: tracked, peaks: spectra.peaks, lowest: lowest)
    hypotheses.clear()
    comb.beginUpdate()
    for index in 0..<candidates.count where comb.partialCount < Self.maximumPartials {
      guard let score = score(candidates.frequencies[index], by: spectra, tracked: tracked) else {
        continue
      }
      hypotheses.add(score, similarity: 0, evidence: score.value)
    }
    return hypotheses.decide(
      after: update.seconds, age: update.age ?? .infinity, tracked: tracked)
  }

  /// Searches by the spectrum and by the periodicity.
  ///
  /// - Parameters:
  ///   - spectra: the spectrum of the segment.
  ///   - periodicity: the periodicity of the segment.
  ///   - tracked: the pitch of the last update.
  ///   - update: the segment of the update.
  ///   - elapsed: the time since the last search, in seconds.
  /// - Returns: the best pitch; `nil` if no comb fits.
  /// - Complexity: bounded by the candidates times their partials. Does not allocate.
  mutating func search(
    _ spectra: borrowing SpectralAnalysis, _ periodicity: borrowing Periodicity,
    tracked: TrackedPitch?, in update: UpdateContext, after elapsed: Double
  ) -> Hypotheses.Hypothesis? {
    candidates.clear()
    candidates.collect(tracked)
    candidates.collect(periodicity, rate: sizes.rate)
    candidates.collect(tracked: tracked, peaks: spectra.peaks, lowest: lowest)
    hypotheses.clear()
    comb.beginUpdate()
    for index in 0..<candidates.count where comb.partialCount < Self.maximumPartials {
      guard let score = score(candidates.frequencies[index], by: spectra, tracked: tracked) else {
        continue
      }
      let lag = sizes.rate / score.frequency
      let similarity = periodicity.similarity(at: lag)
      hypotheses.add(
        score, similarity: similarity,
        evidence: score.value + Self.similarityGain * max(0, similarity),
        preference: periodicity.isPeriod(lag)
          ? Self.preference(repeating: similarity, sounding: update.sounding) : 0)
    }
    let winner = hypotheses.decide(after: elapsed, age: update.age ?? .infinity, tracked: tracked)
    guard let winner, let tracked,
      TouchedHarmonic.isWeakFraction(winner.score, of: tracked, in: spectra.peaks),
      let held = hypotheses.tracked(tracked.frequency)
    else { return winner }
    return held
  }

  /// Returns the preference for McLeod's period, which counts in this update's choice and is not
  /// remembered.
  ///
  /// While a note is young, resonances of the body can form a comb with a higher score than that of
  /// the string.
  private static func preference(repeating similarity: Double, sounding: Double) -> Double {
    periodGain * max(0, (similarity - leastRepetition) / (1 - leastRepetition))
      * max(0, 1 - sounding / periodSeconds)
  }

  private mutating func score(
    _ candidate: Double, by spectra: borrowing SpectralAnalysis, tracked: TrackedPitch?
  ) -> InharmonicComb.Score? {
    guard candidate >= lowest, candidate <= highest,
      spectra.native * Self.nativePerPitch <= candidate, !hypotheses.holds(near: candidate),
      let score = comb.score(
        candidate, in: spectra.peaks, levels: spectra.spectrum.levels,
        floor: spectra.floor.level.span, native: spectra.native, hum: spectra.hum,
        least: hypotheses.highestEvidence - Self.margin - Self.similarityGain),
      abs(score.frequency / candidate - 1) <= Self.reach,
      !spectra.hum.isHum(score.frequency, beside: tracked)
    else { return nil }
    return score
  }
}
