// SPDX-License-Identifier: MIT

import Benchmarking
import Plotting

/// Renders a report about strokes as one self-contained page.
enum StrumPage {
  /// Returns the page of a report.
  ///
  /// - Parameters:
  ///   - report: the report.
  ///   - changes: the changes against a baseline; `nil` without one.
  /// - Returns: a whole document.
  static func text(_ report: StrumReport, changes: [FigureChange]? = nil) -> String {
    let facts = StrumText.facts(of: report).flatMap { name, value -> [Markup] in
      [.tag("dt", [:], name), .tag("dd", [:], value)]
    }
    return PageFrame.page(
      title: "strum: \(report.plan.contestants.first ?? "nobody")",
      parts: [
        .tag("dl", [:], facts), ReportPage.baseline(changes),
        PageParts.targets(report.targets, note: StrumText.verdicts),
      ] + report.pictures.map(PageParts.pictures) + report.tables.map(PageParts.table))
  }
}
