// SPDX-License-Identifier: MIT

import Benchmarking
import Foundation
import Terminal

/// Renders figure tables for people.
enum FigureText {
  /// Returns the table with its title, columns aligned.
  static func text(_ table: FigureTable) -> String {
    guard !table.rows.isEmpty else { return "" }
    let header = [""] + table.columns.map(\.name)
    let cells = table.rows.map { row in
      [printable(row.name)]
        + zip(table.columns, row.figures).map { figure($1, unit: $0.unit) }
    }
    let lines = ColumnText.lines([header] + cells)
    return printable(table.title) + "\n" + lines.joined(separator: "\n") + "\n"
  }

  /// Returns a figure in a readable unit; a dash for none.
  static func figure(_ value: Double?, unit: FigureTable.Unit) -> String {
    guard let value else { return "–" }
    switch unit {
    case .cents: return "\(decimal(value, digits: centDigits(value))) c"
    case .share: return "\(decimal(100 * value, digits: 2)) %"
    case .seconds: return "\(decimal(1000 * value, digits: 1)) ms"
    case .brief: return "\(decimal(1e6 * value, digits: 1)) µs"
    case .ratio: return decimal(value, digits: 3)
    case .count: return decimal(value, digits: 0)
    }
  }

  /// Returns the decimals of a figure in cents: two significant digits of a small one, up to those
  /// that a baseline compares.
  private static func centDigits(_ value: Double) -> Int {
    guard abs(value) < 1 else { return 2 }
    guard value != 0 else { return 4 }
    return min(7, max(4, 1 - Int(log10(abs(value)).rounded(.down))))
  }

  static func decimal(_ value: Double, digits: Int) -> String {
    String(format: "%.\(digits)f", value)
  }
}

/// Renders the processor time of a run.
enum CostText {
  /// Returns one line: processor time of loading, listening and scoring.
  static func text(_ costs: BenchRun.Costs) -> String {
    let share = costs.listening > 0 ? 100 * costs.scoring / costs.listening : 0
    let seconds = { FigureText.decimal($0, digits: 1) }
    return "processor time: sounds \(seconds(costs.loading)) s, listening "
      + "\(seconds(costs.listening)) s, scoring \(seconds(costs.scoring)) s "
      + "(\(FigureText.decimal(share, digits: 1)) % of listening)\n"
  }
}
