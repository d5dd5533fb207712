// SPDX-License-Identifier: MIT

/// A table of figures that is printed for people, written for programs, and compared with a
/// baseline.
package struct FigureTable: Hashable, Codable, Sendable {
  /// The unit of a figure.
  package enum Unit: String, Hashable, Codable, Sendable {
    /// An interval.
    case cents
    /// A part of a whole, 0…1.
    case share
    /// A time.
    case seconds
    /// A time that is shown in microseconds.
    case brief
    /// A quotient of two figures of one unit.
    case ratio
    /// A number of things.
    case count
  }

  /// The direction that is better.
  package enum Direction: String, Hashable, Codable, Sendable {
    /// Less is better.
    case down
    /// More is better.
    case up
    /// Any change needs an explanation.
    case neither
  }

  /// One kind of figure.
  package struct Column: Hashable, Codable, Sendable {
    /// The heading.
    package let name: String
    /// The unit.
    package let unit: Unit
    /// The direction that is better.
    package let better: Direction
  }

  /// The figures of one subject.
  package struct Row: Hashable, Codable, Sendable {
    /// The name of the subject.
    package let name: String
    /// One figure for each column; `nil` when there is none.
    package let figures: [Double?]
  }

  /// The table's name in a baseline.
  package let name: String
  /// The heading.
  package let title: String
  /// The kinds of figures.
  package let columns: [Column]
  /// The rows in the order of display.
  package let rows: [Row]

  init(_ name: String, _ title: String, _ columns: [Column], _ rows: [Row]) {
    self.name = name
    self.title = title
    self.columns = columns
    self.rows = rows.filter { $0.figures.contains { $0 != nil } }
  }
}

extension FigureTable.Column {
  static func cents(_ name: String) -> Self { .init(name: name, unit: .cents, better: .down) }
  static func seconds(_ name: String) -> Self { .init(name: name, unit: .seconds, better: .down) }
  static func ratio(_ name: String, better: FigureTable.Direction = .down) -> Self {
    .init(name: name, unit: .ratio, better: better)
  }
  static func good(_ name: String) -> Self { .init(name: name, unit: .share, better: .up) }
  static func bad(_ name: String) -> Self { .init(name: name, unit: .share, better: .down) }
  static func count(_ name: String, better: FigureTable.Direction = .neither) -> Self {
    .init(name: name, unit: .count, better: better)
  }
}

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
  /// two percent, and for figures near zero a floor, far below the smallest errors and bounds.
  func tolerance(at value: Double) -> Double {
    switch self {
    case .cents: max(0.02 * abs(value), 1e-7)
    case .share: 1e-3
    case .seconds, .brief: max(0.02 * abs(value), 1e-6)
    case .ratio: max(0.02 * abs(value), 5e-3)
    case .count: 0
    }
  }
}
