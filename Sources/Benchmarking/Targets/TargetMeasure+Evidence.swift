// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Evaluation

extension TargetMeasure {
  /// The slack of a time at its limit: 15 ms may come out above 0.015.
  private static let slack = 1e-9

  /// Returns the statistical evidence of the items for or against a limit.
  ///
  /// - Parameters:
  ///   - limit: the limit.
  ///   - scores: the score of each item.
  ///   - updates: the updates a second of the run.
  /// - Returns: `nil` if the figure alone decides: a limit of 0 or 100 % applies to every reading
  ///   of the run.
  func evidence(
    for limit: TargetLimit, _ scores: [ItemScore], updates: Int
  ) -> TargetEvidence? {
    let edge = limit.lowest ?? limit.highest ?? 0
    let repeats =
      countsEveryUpdate ? max(1, Double(updates) / ItemScorer.scoredPerSecond) : 1
    if let quantile { return evidence(for: quantile, upTo: edge, scores, repeats: repeats) }
    switch self {
    case .overBound, .normalisedRMSError:
      return TargetEvidence(
        squares: scores.map(squares(of:)),
        limits: [limit.lowest, limit.highest].compactMap { $0 })
    case .rankCorrelation:
      let whole = scores.reduce(into: ItemScore()) { $0.merge($1) }
      return figure(of: whole).flatMap {
        TargetEvidence(correlation: $0, of: scores.count, limit: edge)
      }
    case .neverSettled: return nil
    default:
      guard edge > 0, edge < 1 else { return nil }
      return TargetEvidence(
        scores.compactMap { score in
          figure(of: score).map { share in
            let total = Double(cases(of: score))
            return (share * total, total)
          }
        }, limit: edge, related: related(scores), repeats: repeats)
    }
  }

  /// Returns the evidence that a share of the values is up to an edge.
  private func evidence(
    for quantile: Quantile, upTo edge: Double, _ scores: [ItemScore], repeats: Double
  ) -> TargetEvidence? {
    let share = Double(quantile.numerator) / Double(quantile.denominator)
    let whole = scores.reduce(into: ItemScore()) { $0.merge($1) }
    let own = figure(of: whole).map { figure in
      scores.compactMap { values(of: $0, upTo: figure) }
    }
    return TargetEvidence(
      scores.compactMap { values(of: $0, upTo: edge + Self.slack) }, limit: share,
      related: [own ?? []], repeats: repeats)
  }

  /// True for a measure of all updates; other measures thin them to `ItemScorer.scoredPerSecond`,
  /// or have one case for a note.
  private var countsEveryUpdate: Bool {
    switch self {
    case .beginningCents, .beginningOff, .beginningCoverage, .falseAlarms, .lowConfidence, .left:
      true
    case .cents, .noteCents, .wholeNoteCents, .withoutNote, .wholeNoteGross, .vibrato, .gross,
      .within50, .answered, .overBound, .settled, .neverSettled, .coverage, .normalisedRMSError,
      .rankCorrelation, .sigma, .shown:
      false
    }
  }

  /// Returns shares of the same readings with stricter tolerances, which fail sooner, the mildest
  /// first; none for other measures.
  private func related(_ scores: [ItemScore]) -> [[TargetEvidence.Share]] {
    func shares(_ rate: (ItemScore) -> Rate) -> [TargetEvidence.Share] {
      scores.map(rate).map { (Double($0.hits), Double($0.total)) }
    }
    let stricter = ScoringThreshold.tolerances.indices.filter {
      ScoringThreshold.tolerances[$0] < ScoringThreshold.gross
    }
    switch self {
    case .falseAlarms: return [shares(\.noise.tentativeAlarms)]
    case .gross, .within50:
      return stricter.map { index in
        shares { score in
          var rate = score.pitch.rawPitchAccuracy[index]
          rate.merge(score.coarse.rawPitchAccuracy[index])
          return rate
        }
      }
    case .beginningOff:
      return stricter.dropFirst().map { index in
        shares { $0.beginning.rawPitchAccuracy[index] }
      }
    default: return []
    }
  }

  /// Returns the sum of squares and the number of readings of an item whose figure is a root mean
  /// square.
  private func squares(of score: ItemScore) -> (sum: Double, total: Double) {
    let (root, count): (Double?, Int)
    if self == .overBound {
      let values = score.overBound.distribution()
      (root, count) = (values?.rootMeanSquare, values?.count ?? 0)
    } else {
      (root, count) = (
        figure(of: score), score.pitch.sigma.count(within: ScoringThreshold.gross)
      )
    }
    return root.map { ($0 * $0 * Double(count), Double(count)) } ?? (0, 0)
  }

  /// The quantile, if the measure is one; `nil` for other measures.
  private var quantile: Quantile? {
    switch self {
    case .cents(let quantile), .noteCents(let quantile), .wholeNoteCents(let quantile),
      .beginningCents(let quantile), .settled(within: _, let quantile):
      quantile
    case .sigma: .median
    case .withoutNote, .wholeNoteGross, .vibrato, .gross, .within50, .answered, .overBound,
      .neverSettled, .coverage, .normalisedRMSError, .rankCorrelation, .beginningOff,
      .beginningCoverage, .falseAlarms, .lowConfidence, .shown, .left:
      nil
    }
  }

  /// Returns the number of an item's values up to a limit, and of all; `nil` for other measures.
  private func values(
    of score: ItemScore, upTo limit: Double
  ) -> (hits: Double, total: Double)? {
    func count(_ measurements: Measurements) -> (hits: Double, total: Double)? {
      measurements.magnitudes().map { values in
        (Double(values.values.count { $0 <= limit }), Double(values.count))
      }
    }
    switch self {
    case .cents: return count(score.pitch.cents)
    case .noteCents: return count(score.notes.cents)
    case .wholeNoteCents: return count(score.wholeNotes.cents)
    case .beginningCents: return count(score.beginning.cents)
    case .sigma:
      let rate = score.pitch.sigma.rate(ofSigmasUpTo: Cents(limit))
      return rate.total > 0 ? (Double(rate.hits), Double(rate.total)) : nil
    case .settled(within: let tolerance, _):
      guard let index = ScoringThreshold.settling.firstIndex(of: tolerance) else { return nil }
      let times = score.settling.settled[index]
      guard times.notes > 0 else { return nil }
      return (count(times.seconds)?.hits ?? 0, Double(times.notes))
    default: return nil
    }
  }

  /// Returns the number of an item's cases of a share.
  private func cases(of score: ItemScore) -> Int {
    let pitch = score.pitch
    return switch self {
    case .withoutNote: score.wholeNotes.found.total
    case .wholeNoteGross: score.wholeNotes.gross.total
    case .vibrato: score.wholeNotes.vibrato.total
    case .gross: score.gross.total
    case .within50: score.within50.total
    case .answered: score.answered.total
    case .coverage: pitch.sigma.count + pitch.sigma.invalidCount
    case .beginningOff: score.beginning.cents.count
    case .beginningCoverage: score.beginning.sigma.count + score.beginning.sigma.invalidCount
    case .falseAlarms: score.noise.falseAlarms.total
    case .lowConfidence: score.noise.tentativeAlarms.total
    case .shown: score.noise.shown.total
    case .left: score.held.total
    default: 0
    }
  }
}
