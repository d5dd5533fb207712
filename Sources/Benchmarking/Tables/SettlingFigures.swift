// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Evaluation

/// The columns of a settling tally, the same in every table.
enum SettlingFigures {
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
