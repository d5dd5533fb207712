// SPDX-License-Identifier: MIT

public import Foundation

/// The reports of several contestants on the same items.
public struct Comparison: Hashable, Codable, Sendable {
  /// The format that this type writes.
  public static let schema = "tuner-bench.comparison/1"

  /// The name and version of the format.
  public let schema: String
  /// One report for each contestant, ours first.
  public let reports: [BenchReport]

  /// The contestants that were named and are not installed.
  public let absent: [String]

  /// Joins reports of the same items.
  ///
  /// - Parameters:
  ///   - reports: one for each contestant, ours first.
  ///   - absent: the contestants that were named and are not installed.
  public init(_ reports: [BenchReport], absent: [String] = []) {
    schema = Self.schema
    self.reports = reports
    self.absent = absent
  }

  /// One line of the comparison: a figure of every contestant.
  public struct Line: Hashable, Sendable {
    /// The table and row it belongs to, and the figure's name.
    public let table, row, figure: String
    /// What it counts in.
    public let unit: FigureTable.Unit
    /// One for each report, `nil` where there is none.
    public let figures: [Double?]
  }

  /// Every figure that any contestant has, file by file excepted.
  public var lines: [Line] {
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

  /// Returns the document as one JSON text.
  ///
  /// - Throws: `EncodingError`, which finite figures never cause.
  public func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self) + Data("\n".utf8)
  }
}
