// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Evaluation

/// The columns of a note tally, the same in every table.
enum NoteFigures {
  static func table(_ rows: [(name: String, score: ItemScore)]) -> FigureTable {
    FigureTable(
      "notes", "Per note: the median of its steady answered readings, with their beats",
      [
        .count("notes"), .good("answered"), .bad("gross"), .cents("median"), .cents("p95"),
        .cents("p95 within 50 c"),
      ],
      rows.map { .init(name: $0.name, figures: figures(of: $0.score.notes)) })
  }

  private static func figures(of notes: NoteTally) -> [Double?] {
    guard notes.answered.total > 0 else { return [nil, nil, nil, nil, nil, nil] }
    let errors = notes.cents.magnitudes()
    let right = (errors?.values ?? []).filter { $0 <= ScoringThreshold.gross.value }
    return [
      Double(notes.answered.total), notes.answered.share, notes.gross.share, errors?.median,
      errors?.interpolated(.p95), Measurements(right).magnitudes()?.interpolated(.p95),
    ]
  }
}
