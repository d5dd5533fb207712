// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// Looks for the pitch whose stiff comb explains the spectrum best, and goes on from update to update.
struct PitchSearch: ~Copyable {
  /// The fewest native bins in a pitch: below, partials can't be told apart.
  private static let nativePerPitch = 3.4
  /// What a perfect repetition at the pitch's lag counts.
  private static let similarityGain = 8.0
  /// What it counts in the choice, and there alone, that a perfect repetition is McLeod's period.
  ///
  /// The ringing of a body beside a string that has just begun can make a better comb than the string.
  private static let periodGain = 6.0
  private static let leastRepetition = 0.9
  /// When it counts no more, in seconds: of a string that has died away an octave may repeat.
  private static let periodSeconds = 0.5
  /// How far a pitch may stay behind the best of an update and still be remembered.
  private static let margin = 8.0
  /// How many teeth of combs an update lays: the pitches that repeat all have theirs, and those that the
  /// highest peaks could be partials of; in noise not all the others.
  private static let maximumPartials = 400
  /// How far a comb may move a candidate.
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

  /// Forgets what spoke for which pitch, at a new note.
  mutating func forget() { hypotheses.forget() }

  /// Looks for the pitch by the spectrum alone.
  ///
  /// - Parameters:
  ///   - spectra: the spectrum of the note.
  ///   - running: the pitch of the last update and its confidence.
  ///   - age: the time since the note began, in seconds.
  ///   - seconds: the time since the last update.
  /// - Returns: the best pitch; `nil` where no comb fits.
  /// - Complexity: bounded by the candidates times their partials. Does not allocate.
  mutating func search(
    _ spectra: borrowing SpectralAnalysis, running: TrackedPitch?, age: Double, seconds: Double
  ) -> Hypotheses.Hypothesis? {
    candidates.clear()
    candidates.collect(running)
    candidates.collect(running: running, peaks: spectra.peaks, lowest: lowest)
    hypotheses.clear()
    comb.beginUpdate()
    for index in 0..<candidates.count where comb.partialCount < Self.maximumPartials {
      guard let score = score(candidates.frequencies[index], by: spectra, running: running) else {
        continue
      }
      hypotheses.add(score, similarity: 0, evidence: score.value)
    }
    return hypotheses.decide(after: seconds, age: age, running: running)
  }

  /// Looks for the pitch by the spectrum and by what repeats.
  ///
  /// - Parameters:
  ///   - spectra: the spectrum of the note.
  ///   - periodicity: what repeats in it.
  ///   - running: the pitch of the last update and its confidence.
  ///   - age: the time since the note began, in seconds; ∞ where no beginning was heard.
  ///   - sounding: the same, or the time since the stream began.
  ///   - seconds: the time since the last update.
  /// - Returns: the best pitch; `nil` where no comb fits.
  /// - Complexity: bounded by the candidates times their partials. Does not allocate.
  mutating func search(
    _ spectra: borrowing SpectralAnalysis, periodicity: borrowing Periodicity,
    running: TrackedPitch?, age: Double, sounding: Double, seconds: Double
  ) -> Hypotheses.Hypothesis? {
    candidates.clear()
    candidates.collect(running)
    candidates.collect(periodicity, rate: sizes.rate)
    candidates.collect(running: running, peaks: spectra.peaks, lowest: lowest)
    hypotheses.clear()
    comb.beginUpdate()
    for index in 0..<candidates.count where comb.partialCount < Self.maximumPartials {
      guard let score = score(candidates.frequencies[index], by: spectra, running: running) else {
        continue
      }
      let lag = sizes.rate / score.frequency
      let similarity = periodicity.similarity(at: lag)
      hypotheses.add(
        score, similarity: similarity,
        evidence: score.value + Self.similarityGain * max(0, similarity),
        preference: periodicity.isPeriod(lag)
          ? Self.preference(repeating: similarity, sounding: sounding) : 0)
    }
    return hypotheses.decide(after: seconds, age: age, running: running)
  }

  /// What speaks for choosing McLeod's period.
  private static func preference(repeating similarity: Double, sounding: Double) -> Double {
    periodGain * max(0, (similarity - leastRepetition) / (1 - leastRepetition))
      * max(0, 1 - sounding / periodSeconds)
  }

  private mutating func score(
    _ candidate: Double, by spectra: borrowing SpectralAnalysis, running: TrackedPitch?
  ) -> InharmonicComb.Score? {
    guard candidate >= lowest, candidate <= highest,
      spectra.native * Self.nativePerPitch <= candidate, !hypotheses.holds(near: candidate),
      let score = comb.score(
        candidate, in: spectra.peaks, levels: spectra.spectrum.levels,
        floor: spectra.floor.level.span, native: spectra.native,
        hum: spectra.hum,
        least: hypotheses.highestEvidence - Self.margin - Self.similarityGain),
      abs(score.frequency / candidate - 1) <= Self.reach,
      !spectra.hum.isHum(score.frequency, beside: running)
    else { return nil }
    return score
  }
}
