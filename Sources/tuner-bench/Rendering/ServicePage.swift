// SPDX-License-Identifier: MIT

import Benchmarking
import Plotting

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
    let incidents = ServiceText.incidents(of: report)
    let list = incidents.map { Markup.tag("li", [:], $0) }
    return PageParts.section(
      report.isMet ? "Every limit was kept" : "A limit was missed",
      [
        incidents.isEmpty
          ? .tag("p", [:], "Nothing came later than it may.")
          : .tag("ul", ["class": "failed"], list)
      ])
  }
}
