// SPDX-License-Identifier: MIT

internal import Evaluation

/// The columns of a transcription, the same in every table.
enum TranscriptionFigures {
  static func table(_ rows: [(name: String, score: ItemScore)]) -> FigureTable {
    FigureTable(
      "transcription", "Notes as mir_eval.transcription has it: onset 50 ms, pitch 50 cents",
      [
        .count("played"), .count("heard"), .good("Precision"), .good("Recall"),
        .good("F-measure"), .good("Onset F-measure"), .seconds("onset error, median"),
        .seconds("onset error, p95"),
      ],
      rows.map { .init(name: $0.name, figures: figures(of: $0.score.transcription)) })
  }

  private static func figures(of tally: TranscriptionTally?) -> [Double?] {
    guard let tally, tally.notes.references > 0 else { return Array(repeating: nil, count: 8) }
    let errors = tally.errors.magnitudes()
    return [
      Double(tally.notes.references), Double(tally.notes.estimates), tally.notes.precision,
      tally.notes.recall, tally.notes.fMeasure, tally.onsets.fMeasure, errors?.median,
      errors?.interpolated(.p95),
    ]
  }
}
