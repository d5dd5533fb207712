// SPDX-License-Identifier: MIT

import Acoustics
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
    let rows = ColumnText.lines([header] + cells)
    var text = rows[0] + "\n"
    var table = ""
    for (line, row) in zip(lines, rows.dropFirst()) {
      if line.table != table { text += "\(line.table)\n" }
      table = line.table
      text += row + "\n"
    }
    text += comparison.reports.map(failures).joined()
    text += comparison.reports.compactMap(intervals).joined()
    return heading(comparison) + "\n" + text
      + comparison.absent.map { "\(printable($0)): not installed\n" }.joined()
  }

  /// Returns the items, the build, the contestants with the pitch of all, and the programs.
  private static func heading(_ comparison: Comparison) -> String {
    guard let first = comparison.reports.first else { return "" }
    let (plan, origin) = (first.plan, first.provenance)
    let sets = plan.datasets.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    let contestants = comparison.reports.map { report in
      report.plan.command == .synthetic
        ? "\(report.plan.contestant), \(ContestantText.bound(report.plan))"
        : report.plan.contestant
    }
    let lines =
      [
        "compare: \(plan.items) items, all readings against the "
          + (plan.reference == .partial ? "first partial" : "period"),
        "data: \(sets.joined(separator: ", "))", "machine: \(origin.machine)",
        "build: \(origin.buildText)",
      ] + contestants + comparison.reports.flatMap { ContestantText.program($0.plan) }
    return lines.map(printable).joined(separator: "\n") + "\n"
  }

  /// Returns a line if the readings of a contestant are further apart than the scores.
  private static func intervals(_ report: BenchReport) -> String? {
    report.intervalNote.map { "\(printable(report.plan.contestant)): \($0).\n" }
  }

  /// Returns the number of failures of one contestant, and the first one, because they tend to be
  /// alike.
  private static func failures(_ report: BenchReport) -> String {
    guard let first = report.failures.first else { return "" }
    return "\(printable(report.plan.contestant)): \(ContestantText.failed(report)). "
      + "First: \(printable(first.item)): \(printable(first.failure ?? ""))\n"
  }
}
