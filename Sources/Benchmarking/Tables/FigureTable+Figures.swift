// SPDX-License-Identifier: MIT

extension FigureTable {
  /// One figure with its unit and better direction.
  struct Figure {
    let value: Double
    let unit: Unit
    let better: Direction
  }

  /// The figures that are not `nil`, by `table/row/column`, in the order of rows and columns.
  var figures: [(String, Figure)] {
    rows.flatMap { row in
      zip(columns, row.figures).compactMap { column, value in
        value.map {
          (
            "\(name)/\(row.name)/\(column.name)",
            Figure(value: $0, unit: column.unit, better: column.better)
          )
        }
      }
    }
  }
}

extension FigureTable.Unit {
  /// Returns the change of a figure that needs no explanation.
  ///
  /// Runs of one build repeat to the bit. The tolerance covers the rounding of another compiler:
  /// two percent, and a floor for figures near zero.
  func tolerance(at value: Double) -> Double {
    switch self {
    case .cents: max(0.02 * abs(value), 1e-4)
    case .share: 1e-3
    case .seconds, .brief: max(0.02 * abs(value), 1e-6)
    case .ratio: max(0.02 * abs(value), 5e-3)
    case .count: 0
    }
  }
}
