// SPDX-License-Identifier: MIT

import Benchmarking
import Plotting
import Terminal

/// Renders a service-level report as one self-contained page.
enum ServicePage {
  /// Returns the page of a report.
  static func text(_ report: ServiceReport) -> String {
    let facts = ServiceText.facts(of: report).flatMap { name, value -> [Markup] in
      [.tag("dt", [:], name), .tag("dd", [:], value)]
    }
    return PageFrame.page(
      title: "tuner-bench \(report.command)",
      parts: [.tag("dl", [:], facts), verdict(report)]
        + report.pictures.map(PageParts.pictures) + report.tables.map(PageParts.table))
  }

  private static func verdict(_ report: ServiceReport) -> Markup {
    let list = ServiceText.incidents(of: report).map { Markup.tag("li", [:], $0) }
    var parts = limits(report)
    if !list.isEmpty { parts.insert(.tag("ul", ["class": "failed"], list), at: 0) }
    return PageParts.section(ServiceText.outcome(of: report), parts)
  }
}

extension ServicePage {
  private static func limits(_ report: ServiceReport) -> [Markup] {
    report.limits.isEmpty
      ? []
      : [
        PageParts.grid(
          header: LimitText.header, rows: report.limits.map(LimitText.cells),
          classes: report.limits.map { $0.isKept ? "met" : "missed" }),
        .tag("p", [:], LimitText.summary(report.limits)),
      ]
  }
}

/// Renders a service-level report for people.
enum ServiceText {
  /// Returns the conditions, the tables, and every incident.
  static func text(_ report: ServiceReport) -> String {
    let facts = facts(of: report).map { "\($0): \($1)" }.map(printable)
    let tables = report.tables.map(FigureText.text).filter { !$0.isEmpty }
    return ([facts.joined(separator: "\n") + "\n"] + tables + [verdict(report)])
      .joined(separator: "\n")
  }

  /// Returns the conditions and provenance by name.
  static func facts(of report: ServiceReport) -> [(String, String)] {
    let origin = report.provenance
    let sets = report.datasets.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return [
      ("command", report.command), ("data", sets.joined(separator: ", ")),
      ("machine", origin.machine),
      ("build", origin.buildText),
      ("measured", report.conditions.joined(separator: "; ")), ("runs", "\(report.runs)"),
    ]
  }

  /// Returns the incidents and the verdict.
  static func verdict(_ report: ServiceReport) -> String {
    let lines = incidents(of: report).map { "  " + printable($0) + "\n" }
    let incidents = (lines.isEmpty ? "" : "Incidents: \(lines.count)\n") + lines.joined()
    guard report.limits.isEmpty else { return incidents + LimitText.text(report.limits) }
    return incidents + outcome(of: report) + ".\n"
  }

  /// Returns the verdict as a heading, with the limits that were not measured.
  static func outcome(of report: ServiceReport) -> String {
    guard report.isMet else { return "A limit was missed" }
    guard !report.unmeasured.isEmpty else { return "Every limit was kept" }
    return "Every measured limit was kept. Not measured: "
      + report.unmeasured.joined(separator: ", ")
  }

  /// Returns a line for each incident.
  static func incidents(of report: ServiceReport) -> [String] {
    report.incidents.map {
      "\($0.place): \($0.event)" + ($0.isExcused ? " (not counted)" : " (counted)")
    }
  }
}
