// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Evaluation

/// The tables of a run on recordings: by set, over all sets, and by file.
enum AccuracyTables {
  static func tables(of results: [ItemResult]) -> [FigureTable] {
    let all = ScoredResults(results)
    var sets: [String] = []
    for result in results where !sets.contains(result.set) { sets.append(result.set) }
    let parts =
      sets.map { set in (set, ScoredResults(results.filter { $0.set == set })) }
      + [("all", all)]
    return [
      FigureTable(
        "sets", "Items", itemColumns, parts.map { .init(name: $0, figures: items($1)) }),
      FigureTable(
        "steady", "Steady parts, against the measured pitch", steadyColumns,
        parts.map { .init(name: $0, figures: steady($1.whole)) }),
      NoteFigures.table(parts.map { ($0, $1.whole) }),
      WholeNoteFigures.table(parts.map { ($0, $1.whole) }),
      BeginningFigures.table(parts.map { ($0, $1.whole) } + microphones(results)),
      TranscriptionFigures.table(parts.map { ($0, $1.whole) }),
      FigureTable(
        "melody", "As mir_eval.melody has it, mean over files", melodyColumns,
        parts.map { .init(name: $0, figures: melody($1.whole)) }),
      FigureTable(
        "settling", SettlingFigures.title, SettlingFigures.columns,
        parts.map { .init(name: $0, figures: SettlingFigures.figures(of: $1.whole.settling)) }),
      FigureTable(
        "claims", "What sigma and confidence are worth, and noise before the plucks",
        claimColumns, parts.map { .init(name: $0, figures: claims($1.whole)) }),
      FigureTable(
        "files", "File by file", fileColumns,
        all.scored.map { .init(name: $0.item, figures: file($1)) }),
    ]
  }

  private static func microphones(_ results: [ItemResult]) -> [(name: String, score: ItemScore)] {
    let part = ScoredResults(results.filter { $0.isThroughMicrophone == true })
    return part.scored.isEmpty ? [] : [("through microphones", part.whole)]
  }

  private static let itemColumns: [FigureTable.Column] = [
    .count("items"), .count("scored", better: .up), .count("for gross errors only"),
    .count("without a reference"), .count("failed", better: .down),
    .init(name: "annotated", unit: .share, better: .neither),
  ]

  private static func items(_ part: ScoredResults) -> [Double?] {
    let coarse = part.scored.count {
      $0.result.failure == nil && $0.score.coarse.answered.total > 0
    }
    let unscored = part.results.count { $0.unscoredReason != nil }
    let counts = [part.results.count, part.scoredCount, coarse, unscored, part.failed.count]
    return counts.map(Double.init) + [part.whole.annotated.share]
  }

  private static let steadyColumns: [FigureTable.Column] = [
    .cents("median"), .cents("p95"), .good("answered"), .bad("gross"), .bad("octave"),
    .good("within 50 c"), .good("within 5 c"), .good("within 1 c"),
  ]

  private static func steady(_ score: ItemScore) -> [Double?] {
    let errors = score.pitch.cents.magnitudes()
    return [
      errors?.median, errors?.interpolated(.p95), score.answered.share, score.gross.share,
      score.octaves.share, score.within50.share, score.pitch.rawPitchAccuracy[2].share,
      score.pitch.rawPitchAccuracy[3].share,
    ]
  }

  private static let melodyColumns: [FigureTable.Column] =
    [.good("Voicing Recall"), .bad("Voicing False Alarm")]
    + ScoringThreshold.tolerances.map { tolerance in
      let cents =
        tolerance.value < 1 ? "\(tolerance.value)" : "\(Int(tolerance.value))"
      return .good("Raw Pitch Accuracy \(cents) c")
    } + [.good("Raw Chroma Accuracy"), .good("Overall Accuracy")]

  private static func melody(_ score: ItemScore) -> [Double?] {
    let melody = score.melody
    return [
      melody.voicingRecall.distribution()?.mean, melody.voicingFalseAlarm.distribution()?.mean,
    ]
      + melody.rawPitchAccuracy.map { $0.distribution()?.mean }
      + [
        melody.rawChromaAccuracy.distribution()?.mean,
        melody.overallAccuracy.distribution()?.mean,
      ]
  }

  private static let claimColumns: [FigureTable.Column] = [
    .good("|error| < 2 sigma"), .cents("sigma, median"),
    .ratio("rms error/sigma", better: .neither), .ratio("with gross", better: .neither),
    .ratio("rank correlation", better: .up), .ratio("calibration error"), .ratio("Brier score"),
    .bad("false alarms"), .bad("tentative alarms"),
  ]

  private static func claims(_ score: ItemScore) -> [Double?] {
    [
      score.pitch.sigma.coverage, score.pitch.sigma.medianSigma,
      score.pitch.sigma.normalisedRMSError(within: ScoringThreshold.gross),
      score.pitch.sigma.normalisedRMSError, score.pitch.sigma.rankCorrelation,
      score.pitch.confidence.expectedCalibrationError(), score.pitch.confidence.brierScore,
      score.noise.falseAlarms.share, score.noise.tentativeAlarms.share,
    ]
  }

  private static let fileColumns: [FigureTable.Column] = [
    .init(name: "annotated", unit: .share, better: .neither),
    .cents("median"), .bad("gross"), .good("within 50 c"), .good("Raw Pitch Accuracy 50 c"),
    .bad("Voicing False Alarm"), .good("Overall Accuracy"), .seconds("first correct"),
    .seconds("5 c"),
  ]

  private static func file(_ score: ItemScore) -> [Double?] {
    [
      score.annotated.share, score.pitch.cents.magnitudes()?.median, score.gross.share,
      score.within50.share, score.melody.rawPitchAccuracy[0].distribution()?.mean,
      score.melody.voicingFalseAlarm.distribution()?.mean,
      score.melody.overallAccuracy.distribution()?.mean, score.settling.firstCorrect.time(.median),
      score.settling.settled[1].time(.median),
    ]
  }
}
