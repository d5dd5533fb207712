// SPDX-License-Identifier: MIT

extension FigureTable {
  /// One figure with what it means.
  struct Figure {
    let value: Double
    let unit: Unit
    let better: Direction
  }

  /// The figures that there are, by `table/row/column`, in the order of rows and columns.
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
  /// Returns how far a figure may move before it wants a reason.
  ///
  /// Runs repeat to the bit with one build, so this only forgives what another compiler's rounding
  /// may move: two percent, and a floor where a figure is next to nothing.
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
