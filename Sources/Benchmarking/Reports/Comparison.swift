// SPDX-License-Identifier: MIT

/// The reports of several contestants on the same items.
package struct Comparison: Hashable, Codable, JSONReport, Sendable {
  /// The format that this type writes.
  package static let schema = "tuner-bench.comparison/1"

  /// The name and version of the format.
  package let schema: String
  /// One report for each contestant, this package's detector first.
  package let reports: [BenchReport]

  /// The requested contestants that are not installed.
  package let absent: [String]

  /// Joins reports of the same items.
  package init(_ reports: [BenchReport], absent: [String] = []) {
    schema = Self.schema
    self.reports = reports
    self.absent = absent
  }

  /// Merges the comparisons of shards of one run, given in any order.
  ///
  /// - Returns: if all shards are given, the comparison of a run without shards.
  /// - Throws: `MergeError` for comparisons that do not belong together.
  package static func merged(_ shards: [Comparison]) throws(MergeError) -> Comparison {
    guard let first = shards.first else { throw .nothing }
    for shard in shards {
      guard shard.reports.count == first.reports.count, shard.absent == first.absent else {
        throw .planDiffers
      }
    }
    var reports: [BenchReport] = []
    for place in first.reports.indices {
      reports.append(try BenchReport.merged(shards.map { $0.reports[place] }))
    }
    return Comparison(reports, absent: first.absent)
  }

  /// One line of the comparison: a figure of every contestant.
  package struct Line: Hashable, Sendable {
    /// The table and row it belongs to, and the figure's name.
    package let table, row, figure: String
    /// The unit of the figures.
    package let unit: FigureTable.Unit
    /// One figure for each report; `nil` when a report lacks it.
    package let figures: [Double?]
  }

  /// Every figure that at least one contestant has, without the tables by file.
  package var lines: [Line] {
    let tables = reports.map(\.tables)
    var lines: [Line] = []
    for table in tables.first ?? [] where table.name != "files" {
      let versions = tables.map { $0.first { $0.name == table.name } }
      var rows: [String] = []
      for name in versions.flatMap({ $0?.rows.map(\.name) ?? [] }) where !rows.contains(name) {
        rows.append(name)
      }
      for row in rows {
        for (column, kind) in table.columns.enumerated() {
          let figures = versions.map { version in
            version?.rows.first { $0.name == row }?.figures[column]
          }
          if figures.contains(where: { $0 != nil }) {
            lines.append(
              Line(
                table: table.title, row: row, figure: kind.name, unit: kind.unit, figures: figures))
          }
        }
      }
    }
    return lines
  }
}
