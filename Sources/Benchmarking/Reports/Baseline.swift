// SPDX-License-Identifier: MIT

package import Foundation

/// The figures of an earlier run, with which later runs are compared.
package struct Baseline: Hashable, Codable, Sendable {
  /// The format that this type reads and writes.
  package static let schema = "tuner-bench.baseline/1"

  /// The name and version of the format.
  package let schema: String
  /// The origin of the figures.
  package let provenance: Provenance
  /// The plan of the run.
  package let plan: BenchPlan
  /// The figures by `table/row/column`.
  package let figures: [String: Double]

  /// Takes the figures of a complete report.
  package init(_ report: BenchReport) {
    schema = Self.schema
    provenance = report.provenance
    plan = report.plan
    figures = report.tables.reduce(into: [:]) { all, table in
      for (key, figure) in table.figures { all[key] = figure.value }
    }
  }

  /// Returns the document as JSON text with one figure on each line.
  ///
  /// - Throws: `EncodingError`, which finite figures never cause.
  package func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return try encoder.encode(self) + Data("\n".utf8)
  }

  /// Compares a report with this baseline.
  ///
  /// - Returns: every figure that changed by more than its tolerance, appeared or disappeared, in
  ///   the order of the report.
  /// - Throws: `BaselineError` when the two can't be compared.
  package func changes(in report: BenchReport) throws(BaselineError) -> [Change] {
    guard schema == Self.schema else { throw .schemaDiffers(schema) }
    let machine = report.provenance.machine
    guard machine == provenance.machine else {
      throw .machineDiffers(baseline: provenance.machine, report: machine)
    }
    guard report.provenance.flags == provenance.flags else {
      throw .flagsDiffer(baseline: provenance.flags, report: report.provenance.flags)
    }
    guard report.plan == plan, report.missing == 0 else { throw .planDiffers }
    var known = figures
    var changes: [Change] = []
    for (key, figure) in report.tables.flatMap(\.figures) {
      let before = known.removeValue(forKey: key)
      let change = Change(key: key, before: before, after: figure.value, better: figure.better)
      guard let before else {
        changes.append(change)
        continue
      }
      if abs(figure.value - before) > figure.unit.tolerance(at: before) { changes.append(change) }
    }
    for key in known.keys.sorted() {
      changes.append(Change(key: key, before: known[key], after: nil, better: .neither))
    }
    return changes
  }
}
