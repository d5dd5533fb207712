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

/// The columns of the notes that an analysis reports for recordings of one note each.
enum WholeNoteFigures {
  static func table(_ rows: [(name: String, score: ItemScore)]) -> FigureTable {
    FigureTable(
      "whole notes", "Notes of an analysis, each measured as a whole",
      [
        .count("recordings"), .bad("without a note"), .bad("gross"), .cents("median"),
        .cents("p95"), .bad("vibrato"),
      ],
      rows.map { .init(name: $0.name, figures: figures(of: $0.score.wholeNotes)) })
  }

  private static func figures(of notes: ReportedNoteTally) -> [Double?] {
    guard notes.found.total > 0 else { return [nil, nil, nil, nil, nil, nil] }
    let errors = notes.cents.magnitudes()
    return [
      Double(notes.found.total), notes.found.share.map { 1 - $0 }, notes.gross.share,
      errors?.median, errors?.interpolated(.p95), notes.vibrato.share,
    ]
  }
}

/// The columns of a settling tally, the same in every table.
enum SettlingFigures {
  static let title =
    "Settled after the pluck: from when on every update of 60 ms was right, whatever came later"
  static let columns: [FigureTable.Column] =
    [.seconds("first, median"), .seconds("first, p95")]
    + ScoringThreshold.settling.flatMap { tolerance in
      let name = "\(Int(tolerance.value)) c"
      return [
        FigureTable.Column.seconds("\(name), median"), .seconds("\(name), p95"),
        .count("\(name), never", better: .down),
      ]
    }

  static func figures(of tally: SettlingTally) -> [Double?] {
    [tally.firstCorrect.time(.median), tally.firstCorrect.time(.p95)]
      + tally.settled.flatMap { times in
        [
          times.time(.median), times.time(.p95), times.notes > 0 ? Double(times.never) : nil,
        ]
      }
  }
}

/// The columns of a transcription, the same in every table.
enum TranscriptionFigures {
  static func table(_ rows: [(name: String, score: ItemScore)]) -> FigureTable {
    FigureTable(
      "transcription", "Notes as mir_eval.transcription has it: onset 50 ms, pitch 50 cents",
      [
        .count("reference notes"), .count("estimated notes"), .good("Precision"), .good("Recall"),
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

/// The results of a run, with queries for merged scores.
struct ScoredResults {
  let results: [ItemResult]
  let scored: [(result: ItemResult, score: ItemScore)]
  let failed: [ItemResult]
  /// The number of items that were scored and did not fail.
  var scoredCount: Int { scored.count { $0.result.failure == nil } }

  init(_ results: [ItemResult]) {
    self.results = results
    scored = results.compactMap { result in result.score.map { (result, $0) } }
    failed = results.filter { $0.failure != nil }
  }

  /// The merged score of all results.
  var whole: ItemScore { Self.merged(scored) }

  /// Returns the merged score of a set, filtered by notes, ratios and a prefix of the name.
  func score(
    set: String? = nil, notes: ClosedRange<Int>? = nil, ratios: [Int]? = nil, prefix: String? = nil
  ) -> ItemScore {
    Self.merged(
      scored.filter { result, _ in
        (set.map { $0 == result.set } ?? true)
          && (notes.map { range in result.note.map(range.contains) ?? false } ?? true)
          && (ratios.map { all in result.signalToNoise.map(all.contains) ?? false } ?? true)
          && (prefix.map(result.item.hasPrefix) ?? true)
      })
  }

  private static func merged(
    _ scores: [(result: ItemResult, score: ItemScore)]
  ) -> ItemScore {
    scores.reduce(into: ItemScore()) { $0.merge($1.score) }
  }
}
