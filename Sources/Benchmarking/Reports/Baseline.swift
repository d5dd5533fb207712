// SPDX-License-Identifier: MIT

package import Foundation

/// A report whose figures can be kept as a baseline.
package protocol BaselineReport {
  /// The parameters of a run, which must be equal in two runs that are compared.
  associatedtype Plan: Hashable, Codable, Sendable

  /// The origin of the figures.
  var provenance: Provenance { get }
  /// The command of the run, as it is typed.
  var command: String { get }
  /// The plan of the run.
  var plan: Plan { get }
  /// The figures.
  var tables: [FigureTable] { get }
  /// The number of items of the plan that the report lacks.
  var missing: Int { get }
}

extension BenchReport: BaselineReport {
  package var command: String { plan.command.rawValue }
}

extension StrumReport: BaselineReport {
  /// The command of every such report.
  package static let command = "strum"
  package var command: String { Self.command }
}

/// The format and the origin of a baseline, which can be checked before a run.
package struct BaselineHeading: Hashable, Sendable {
  let schema: String
  let provenance: Provenance
  /// The command that the figures are from; `nil` without a plan.
  let command: String?

  /// Checks that the figures of a run can be compared with this baseline.
  ///
  /// - Parameters:
  ///   - origin: the origin of the run; `nil` for a run of any machine and build.
  ///   - command: the command of the run; `nil` if it is not known.
  /// - Throws: `BaselineError` for another format, command, machine or build.
  package func check(_ origin: Provenance?, command: String?) throws(BaselineError) {
    guard schema == Baseline<BenchPlan>.schema else { throw .schemaDiffers(schema) }
    try check(command)
    guard let origin else { return }
    guard origin.machine == provenance.machine else {
      throw .machineDiffers(baseline: provenance.machine, report: origin.machine)
    }
    guard origin.flags == provenance.flags else {
      throw .flagsDiffer(baseline: provenance.flags, report: origin.flags)
    }
  }

  private func check(_ command: String?) throws(BaselineError) {
    guard let command, let known = self.command, command != known else { return }
    throw .commandDiffers(baseline: known, run: command)
  }
}

extension BaselineHeading: Decodable {
  private enum Keys: String, CodingKey { case schema, provenance, plan }
  private struct Plan: Decodable { let command: String? }

  /// Reads the heading; a plan without a command is one of strokes.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Keys.self)
    schema = try values.decode(String.self, forKey: .schema)
    provenance = try values.decode(Provenance.self, forKey: .provenance)
    command = try values.decodeIfPresent(Plan.self, forKey: .plan)
      .map { $0.command ?? StrumReport.command }
  }
}

/// The figures of an earlier run, with which later runs are compared.
package struct Baseline<Plan: Hashable & Codable & Sendable>: Hashable, Codable, Sendable {
  /// The format that this type reads and writes.
  package static var schema: String { "tuner-bench.baseline/1" }

  /// The name and version of the format.
  package let schema: String
  /// The origin of the figures.
  package let provenance: Provenance
  /// The plan of the run.
  package let plan: Plan
  /// The figures by `table/row/column`.
  package let figures: [String: Double]

  /// Makes a baseline from the figures of a complete report.
  package init<Report: BaselineReport>(_ report: Report)
  where Report.Plan == Plan {
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
  package func changes<Report: BaselineReport>(
    in report: Report
  ) throws(BaselineError) -> [FigureChange] where Report.Plan == Plan {
    try BaselineHeading(schema: schema, provenance: provenance, command: report.command)
      .check(report.provenance, command: report.command)
    guard report.plan == plan, report.missing == 0 else { throw .planDiffers }
    var known = figures
    var changes: [FigureChange] = []
    for (key, figure) in report.tables.flatMap(\.figures) {
      let before = known.removeValue(forKey: key)
      let change = FigureChange(
        key: key, before: before, after: figure.value, better: figure.better)
      guard let before else {
        changes.append(change)
        continue
      }
      if abs(figure.value - before) > figure.unit.tolerance(at: before) { changes.append(change) }
    }
    for key in known.keys.sorted() {
      changes.append(FigureChange(key: key, before: known[key], after: nil, better: .neither))
    }
    return changes
  }
}
