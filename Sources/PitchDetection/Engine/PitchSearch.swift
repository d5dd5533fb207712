// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// Looks for the pitch whose stiff comb explains the spectrum best, and goes on from update to update.
struct PitchSearch: ~Copyable {
  /// The fewest native bins in a pitch: below, partials can't be told apart.
  private static let nativePerPitch = 3.4
  /// What a perfect repetition at the pitch's lag counts.
  private static let similarityGain = 8.0
  /// How far a pitch may stay behind the best of an update and still be remembered.
  private static let margin = 8.0
  /// How many teeth of combs an update lays: the pitches that repeat all have theirs, and those that the
  /// highest peaks could be partials of; in noise not all the others.
  private static let mostTeeth = 400
  /// How far a comb may move a candidate.
  private static let reach = 0.05

  private let sizes: AnalysisRate
  private let lowest: Double
  private let highest: Double
  private var comb: StiffComb
  private var candidates = Candidates()
  /// The pitches of the last update.
  private(set) var hypotheses = Hypotheses()

  /// Prepares for pitches from `lowest` to `highest`, in hertz.
  init(_ sizes: AnalysisRate, lowest: Double, highest: Double) {
    self.sizes = sizes
    self.lowest = lowest
    self.highest = highest
    comb = StiffComb(highest: sizes.highest, binWidth: sizes.binWidth)
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
    _ spectra: borrowing SpectralAnalysis, running: Running?, age: Double, seconds: Double
  ) -> Hypotheses.Hypothesis? {
    candidates.clear()
    candidates.collect(running)
    candidates.collect(running: running, peaks: spectra.peaks, lowest: lowest)
    hypotheses.clear()
    comb.beginUpdate()
    for index in 0..<candidates.count where comb.toothCount < Self.mostTeeth {
      guard let score = score(candidates.frequencies[index], by: spectra) else { continue }
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
  ///   - age: the time since the note began, in seconds.
  ///   - seconds: the time since the last update.
  /// - Returns: the best pitch; `nil` where no comb fits.
  /// - Complexity: bounded by the candidates times their partials. Does not allocate.
  mutating func search(
    _ spectra: borrowing SpectralAnalysis, periodicity: borrowing Periodicity,
    running: Running?, age: Double, seconds: Double
  ) -> Hypotheses.Hypothesis? {
    candidates.clear()
    candidates.collect(running)
    candidates.collect(periodicity, rate: sizes.rate)
    candidates.collect(running: running, peaks: spectra.peaks, lowest: lowest)
    hypotheses.clear()
    comb.beginUpdate()
    for index in 0..<candidates.count where comb.toothCount < Self.mostTeeth {
      guard let score = score(candidates.frequencies[index], by: spectra) else { continue }
      let similarity = periodicity.similarity(at: sizes.rate / score.frequency)
      hypotheses.add(
        score, similarity: similarity,
        evidence: score.value + Self.similarityGain * max(0, similarity))
    }
    return hypotheses.decide(after: seconds, age: age, running: running)
  }

  private mutating func score(
    _ candidate: Double, by spectra: borrowing SpectralAnalysis
  ) -> StiffComb.Score? {
    guard candidate >= lowest, candidate <= highest,
      spectra.native * Self.nativePerPitch <= candidate, !hypotheses.holds(near: candidate),
      let score = comb.score(
        candidate, in: spectra.peaks, levels: spectra.spectrum.levels,
        floor: spectra.floor.level.span, native: spectra.native,
        least: hypotheses.highestEvidence - Self.margin - Self.similarityGain),
      abs(score.frequency / candidate - 1) <= Self.reach
    else { return nil }
    return score
  }
}
