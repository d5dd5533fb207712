// SPDX-License-Identifier: MIT

import Benchmarking
import Terminal

/// Renders a comparison for people: contestants as columns.
enum ComparisonText {
  /// Returns one table with a heading for each group of figures, and the number of failures.
  static func text(_ comparison: Comparison) -> String {
    let header = [""] + comparison.reports.map { printable($0.plan.contestant) }
    let lines = comparison.lines
    let cells = lines.map { line in
      ["  \(line.row): \(line.figure)"]
        + line.figures.map { FigureText.figure($0, unit: line.unit) }
    }
    let widths = header.indices.map { column in
      ([header] + cells).map { $0[column].count }.max() ?? 0
    }
    var text = row(header, widths)
    var table = ""
    for (line, cells) in zip(lines, cells) {
      if line.table != table { text += "\(line.table)\n" }
      table = line.table
      text += row(cells, widths)
    }
    text += comparison.reports.map(failures).joined()
    text += comparison.reports.compactMap(intervals).joined()
    return text + comparison.absent.map { "\(printable($0)): not installed\n" }.joined()
  }

  private static func row(_ cells: [String], _ widths: [Int]) -> String {
    let padded = zip(cells, widths).enumerated().map { index, pair in
      let blanks = String(repeating: " ", count: pair.1 - pair.0.count)
      return index == 0 ? pair.0 + blanks : blanks + pair.0
    }
    return padded.joined(separator: "  ") + "\n"
  }

  /// Returns a line if the readings of a contestant are further apart than the scores.
  private static func intervals(_ report: BenchReport) -> String? {
    report.intervalNote.map { "\(printable(report.plan.contestant)): \($0).\n" }
  }

  /// Returns the number of failures of one contestant, and the first one, because they tend to be
  /// alike.
  private static func failures(_ report: BenchReport) -> String {
    guard let first = report.failures.first else { return "" }
    return "\(printable(report.plan.contestant)): \(report.failures.count) failed, not scored. "
      + "First: \(printable(first.item)): \(printable(first.failure ?? ""))\n"
  }
}
