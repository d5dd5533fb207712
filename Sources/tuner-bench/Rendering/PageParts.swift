// SPDX-License-Identifier: MIT

import Acoustics
import Benchmarking
import Evaluation
import Plotting

/// The sections of a page.
enum PageParts {
  /// Returns the plan, the machine, the build and the data sets.
  static func provenance(of reports: [BenchReport]) -> Markup? {
    guard let first = reports.first else { return nil }
    let origin = first.provenance
    let contestants = reports.map { report -> String in
      let plan = report.plan
      let reading = "\(plan.contestant), reading the \(plan.meaning.rawValue)"
      guard let bound = plan.boundText else { return reading }
      return "\(reading); \(bound)"
    }
    let settings = first.plan.settings
    var facts: [(String, [String])] = [
      (reports.count == 1 ? "contestant" : "contestants", contestants),
      (
        "data",
        first.plan.datasets.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      ),
      ("machine", [origin.machine]),
      ("commit", [origin.build]),
      ("compiler", [origin.compiler]),
      ("flags", [origin.flags.joined(separator: " ")]),
      (
        "settings",
        [
          "\(settings.updatesPerSecond) updates a second, synthetic signals at "
            + "\(settings.sampleRate.hertz) Hz"
        ]
      ),
      ("items", ["\(first.results.count) of \(first.plan.items)"]),
    ]
    if first.missing > 0 { facts.append(("part", ["shards are missing: join them with merge"])) }
    let list = facts.flatMap { name, values -> [Markup] in
      [.tag("dt", [:], name)] + values.map { .tag("dd", [:], $0) }
    }
    return .tag("dl", [:], list)
  }

  /// Returns the failed items; `nil` without any.
  static func failures(of report: BenchReport, isAlone: Bool) -> Markup? {
    let failures = report.failures
    guard !failures.isEmpty else { return nil }
    let whose = isAlone ? "" : "\(report.plan.contestant): "
    return section(
      "\(whose)failed, and not scored: \(failures.count)",
      [
        .tag(
          "ul", ["class": "failed"],
          failures.map { .tag("li", [:], "\($0.item): \($0.failure ?? "")") })
      ])
  }

  /// Returns the targets with their figures; `nil` if no target was run.
  static func targets(_ outcomes: [TargetOutcome]) -> Markup? {
    let run = outcomes.filter { $0.verdict != .notRun }
    guard !run.isEmpty else { return nil }
    let cells = run.map { outcome in
      [
        "\(outcome.target.group): \(outcome.target.name)",
        TargetText.limit(outcome.target.limit, unit: outcome.target.unit),
        FigureText.figure(outcome.figure, unit: outcome.target.unit), TargetText.verdict(outcome),
      ]
    }
    return section(
      "Demanded of the engine",
      [
        grid(
          header: ["", "demanded", "measured", "verdict"], rows: cells,
          classes: run.map { outcome in
            switch outcome.verdict {
            case .met: "met"
            case .missed: "missed"
            case .notDecided, .notRun: ""
            }
          }),
        .tag("p", [:], TargetText.summary(outcomes)),
      ])
  }

  /// Returns a table of figures; `nil` for an empty one.
  static func table(_ table: FigureTable) -> Markup? {
    guard !table.rows.isEmpty else { return nil }
    return section(
      table.title,
      [
        grid(
          header: [""] + table.columns.map(\.name),
          rows: table.rows.map { row in
            [row.name]
              + zip(table.columns, row.figures).map { FigureText.figure($1, unit: $0.unit) }
          })
      ])
  }

  /// Returns a group of pictures.
  static func pictures(_ group: PictureGroup) -> Markup? {
    section(
      group.title,
      [
        .tag("p", [:], group.note),
        .tag(
          "div", ["class": "plots"],
          group.figures.map { .tag("figure", [:], $0.map { $0.markup() }) }),
      ])
  }

  /// Returns a heading and its parts.
  static func section(_ title: String, _ parts: [Markup]) -> Markup {
    .tag("section", [:], [.tag("h2", [:], title)] + parts)
  }

  /// Returns rows and columns, of which the first names the row; wide tables scroll horizontally.
  static func grid(header: [String], rows: [[String]], classes: [String]? = nil) -> Markup {
    let head = header.map { Markup.tag("th", ["scope": "col"], $0) }
    let body = rows.enumerated().map { index, row -> Markup in
      let cells = row.enumerated().map { column, cell -> Markup in
        column == 0 ? .tag("th", ["scope": "row"], cell) : .tag("td", [:], cell)
      }
      return classes.map { .tag("tr", ["class": $0[index]], cells) } ?? .tag("tr", [:], cells)
    }
    return .tag(
      "div", ["class": "wide"],
      [
        .tag(
          "table", [:],
          [.tag("thead", [:], [.tag("tr", [:], head)]), .tag("tbody", [:], body)])
      ])
  }
}
