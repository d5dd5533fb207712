// SPDX-License-Identifier: MIT

import Benchmarking
import Terminal

/// Renders a report about strokes for people.
enum StrumText {
  /// The remark on the verdicts of targets.
  static let verdicts =
    "The figure alone decides: these verdicts have no confidence interval, so those of few strokes "
    + "can change with the seed."

  /// Returns the plan and provenance, and the tables.
  static func text(_ report: StrumReport) -> String {
    let facts = facts(of: report).map { "\($0): \($1)" }.map(printable)
    let tables = report.tables.map(FigureText.text).filter { !$0.isEmpty }
    return ([facts.joined(separator: "\n") + "\n"] + tables).joined(separator: "\n")
  }

  /// Returns the conditions and provenance by name.
  static func facts(of report: StrumReport) -> [(String, String)] {
    let origin = report.provenance
    let plan = report.plan
    let sets = plan.datasets.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    var facts = [
      ("strum", plan.contestants.joined(separator: ", ")),
      ("data", (["synthetic strokes"] + sets).joined(separator: ", ")),
      ("machine", origin.machine),
      ("build", origin.buildText),
      ("measured", report.conditions.joined(separator: "; ")),
      ("items", "\(plan.items - report.missing) of \(plan.items)"),
    ]
    if report.missing > 0 { facts.append(("a part", "join the shards with merge")) }
    return facts
  }
}
