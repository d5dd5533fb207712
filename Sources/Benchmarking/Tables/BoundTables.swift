// SPDX-License-Identifier: MIT

internal import Evaluation
internal import TestSignals

/// The tables that compare errors with the Cramér–Rao bound by note, stiffness and window.
enum BoundTables {
  private static let ranges: [(String, ClosedRange<Int>)] = [
    ("B0–D♯2", 22...39), ("E2–D♯3", 40...51), ("E3–E5", 52...76), ("F5–E6", 77...88),
  ]
  /// The figures at which the error is as small as the bound allows.
  ///
  /// The bound is a standard error. The median of a normal |error| is 0.674 of it. The formula is
  /// that of a harmonic tone, as the contract says; stiffness changes the bound.
  static let scale =
    "for a harmonic tone, an efficient estimator has the median 0.674 and the rms 1"
  private static let columns: [FigureTable.Column] = [
    .cents("median"), .cents("bound, median"), .ratio("over bound, median"),
    .ratio("over bound, rms"),
  ]

  /// Returns the table of the steady part by note and stiffness; `clean` has no noise and no bound.
  static func parts(_ cases: ScoredResults) -> FigureTable {
    let white = SignalSet.noise(.white).name
    let byNote = [40, 20, 10].flatMap { ratio in
      ranges.map { name, notes in
        row("white \(ratio) dB \(name)", cases.score(set: white, notes: notes, ratios: [ratio]))
      }
    }
    let byStiffness = [
      row("B of the string, 60 dB", cases.score(set: SignalSet.string.name)),
      row("B 0.0005, 60 dB", cases.score(set: SignalSet.stiff.name)),
    ]
    return FigureTable(
      "bound", "Against the Cramér–Rao bound, steady part, by note and stiffness; \(scale)",
      columns,
      byNote + byStiffness)
  }

  private static func row(_ name: String, _ score: ItemScore) -> FigureTable.Row {
    let bound = score.overBound.distribution()
    return .init(
      name: name,
      figures: [
        bound == nil ? nil : score.pitch.cents.magnitudes()?.median,
        score.bound.distribution()?.median, bound?.median, bound?.rootMeanSquare,
      ])
  }

  /// Returns the table of early readings by the time since the pluck.
  static func windows(_ cases: ScoredResults) -> FigureTable {
    let parts: [(String, ItemScore)] =
      [40, 20, 10, 0].map { ratio in
        ("white \(ratio) dB", cases.score(set: SignalSet.noise(.white).name, ratios: [ratio]))
      } + [
        ("string 60 dB", cases.score(set: SignalSet.string.name)),
        ("stiff 60 dB", cases.score(set: SignalSet.stiff.name)),
      ]
    let rows = parts.flatMap { name, score in
      score.sincePluck.windows.sorted { $0.key < $1.key }.map { milliseconds, window in
        let ratios = window.overBound.distribution()
        return FigureTable.Row(
          name: "\(name), \(milliseconds) ms",
          figures: [
            window.right.share, window.cents.distribution()?.median,
            window.bound.distribution()?.median, ratios?.median, ratios?.rootMeanSquare,
          ])
      }
    }
    return FigureTable(
      "window", "So long after the pluck, against the bound over all samples since; \(scale)",
      [.good("within 50 c")] + columns, rows)
  }
}
