// SPDX-License-Identifier: MIT

internal import Evaluation

/// The columns of the beginning of notes, 50 to 250 ms after the pluck, the same in every table.
enum BeginningFigures {
  /// The error, in cents, from which a needle visibly swings.
  private static let swing = 10.0

  static func table(_ rows: [(name: String, score: ItemScore)]) -> FigureTable {
    FigureTable(
      "beginning", "50 to 250 ms after the pluck, against a pitch that glides with the string",
      [
        .cents("median"), .cents("p95"), .bad("over 10 c"), .good("answered"), .bad("gross"),
        .good("|error| < 2 sigma"), .ratio("rms error/sigma", better: .neither),
        .cents("sigma, median"),
      ],
      rows.map { .init(name: $0.name, figures: figures(of: $0.score.beginning)) })
  }

  private static func figures(of tally: PitchTally) -> [Double?] {
    let errors = tally.cents.magnitudes()
    return [
      errors?.median, errors?.interpolated(.p95), off(tally), tally.answered.share,
      tally.gross.share, tally.sigma.coverage,
      tally.sigma.normalisedRMSError(within: ScoringThreshold.gross), tally.sigma.medianSigma,
    ]
  }

  /// Returns the share of answered readings that are off by more than 10 cents.
  static func off(_ tally: PitchTally) -> Double? {
    tally.cents.magnitudes().map { 1 - $0.share(below: swing) }
  }
}
