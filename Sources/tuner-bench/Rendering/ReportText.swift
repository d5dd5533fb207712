// SPDX-License-Identifier: MIT

import Acoustics
import Benchmarking
import Evaluation
import Foundation
import Terminal

/// Renders a report for people.
enum ReportText {
  /// Returns the plan and provenance, the tables, and every item without a score.
  static func text(_ report: BenchReport) -> String {
    let tables = report.tables.map(FigureText.text).filter { !$0.isEmpty }
    return ([heading(report)] + tables + [failures(report)].filter { !$0.isEmpty })
      .joined(separator: "\n")
  }

  private static func heading(_ report: BenchReport) -> String {
    let plan = report.plan
    let origin = report.provenance
    let sets = plan.datasets.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    var lines = [
      "\(plan.command.rawValue): " + ContestantText.reading(plan),
      "data: \(sets.joined(separator: ", "))",
      "machine: \(origin.machine)",
      "build: \(origin.buildText)",
    ]
    if report.missing > 0 {
      lines.append("a part: \(report.results.count) of \(plan.items) items")
    }
    return lines.map(printable).joined(separator: "\n") + "\n"
  }

  private static func failures(_ report: BenchReport) -> String {
    let lines = report.failures.map {
      "  \(printable($0.item)): \(printable($0.failure ?? ""))\n"
    }
    return lines.isEmpty ? "" : ContestantText.failed(report) + "\n" + lines.joined()
  }

  /// Returns one line for every figure that changed.
  static func text(_ changes: [FigureChange]) -> String {
    changes.map { change in
      let before = change.before.map { "\($0)" } ?? "absent"
      let after = change.after.map { "\($0)" } ?? "absent"
      return "\(change.verdict.rawValue): \(change.key): \(before) -> \(after)\n"
    }.joined()
  }
}
