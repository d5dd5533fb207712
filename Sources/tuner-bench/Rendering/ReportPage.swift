// SPDX-License-Identifier: MIT

import Benchmarking
import Plotting

/// Renders reports as one self-contained page.
enum ReportPage {
  /// Returns the page of a report.
  ///
  /// - Parameters:
  ///   - report: the report.
  ///   - changes: the changes against a baseline; `nil` without one.
  /// - Returns: a whole document.
  static func text(_ report: BenchReport, changes: [FigureChange]? = nil) -> String {
    let plan = report.plan
    return PageFrame.page(
      title: "\(plan.command.rawValue): \(plan.contestant)",
      parts: [
        PageParts.provenance(of: [report]), PageParts.failures(of: report, isAlone: true),
        baseline(changes), PageParts.targets(report.targets),
      ] + report.tables.map(PageParts.table)
        + ReportPictures.groups(of: [report]).map(PageParts.pictures))
  }

  /// Returns the page of a comparison.
  static func text(_ comparison: Comparison) -> String {
    let names = comparison.reports.map(\.plan.contestant)
    var parts = [PageParts.provenance(of: comparison.reports), absent(comparison)]
    parts += comparison.reports.map { PageParts.failures(of: $0, isAlone: false) }
    parts.append(intervals(comparison))
    parts += tables(comparison, names: names)
    parts += ReportPictures.groups(of: comparison.reports).map(PageParts.pictures)
    return PageFrame.page(title: "compare: " + names.joined(separator: ", "), parts: parts)
  }

  private static func intervals(_ comparison: Comparison) -> Markup? {
    let notes = comparison.reports.compactMap { report in
      report.intervalNote.map { "\(report.plan.contestant): \($0)." }
    }
    guard !notes.isEmpty else { return nil }
    return PageParts.section(
      "Few readings", [.tag("ul", ["class": "failed"], notes.map { .tag("li", [:], $0) })])
  }

  private static func absent(_ comparison: Comparison) -> Markup? {
    guard !comparison.absent.isEmpty else { return nil }
    return PageParts.section(
      "Not installed",
      [
        .tag(
          "ul", ["class": "failed"],
          comparison.absent.map { .tag("li", [:], $0) })
      ])
  }

  static func baseline(_ changes: [FigureChange]?) -> Markup? {
    guard let changes else { return nil }
    let lines = ReportText.text(changes).split(separator: "\n").map(String.init)
    return PageParts.section(
      "Against the baseline",
      lines.isEmpty
        ? [.tag("p", [:], "No figure moved.")]
        : [.tag("ul", ["class": "failed"], lines.map { .tag("li", [:], $0) })])
  }

  private static func tables(_ comparison: Comparison, names: [String]) -> [Markup?] {
    var groups: [(title: String, lines: [Comparison.Line])] = []
    for line in comparison.lines {
      if groups.last?.title != line.table { groups.append((line.table, [])) }
      groups[groups.count - 1].lines.append(line)
    }
    return groups.map { group in
      PageParts.section(
        group.title,
        [
          PageParts.grid(
            header: [""] + names,
            rows: group.lines.map { line in
              ["\(line.row): \(line.figure)"]
                + line.figures.map { FigureText.figure($0, unit: line.unit) }
            })
        ])
    }
  }
}
