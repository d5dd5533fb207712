// SPDX-License-Identifier: MIT

/// The outcome of a run of strokes, or of one of its shards, with all data for merging.
package struct StrumReport: Hashable, Codable, ShardReport, Sendable {
  /// The format that this type reads and writes.
  package static let schema = "tuner-bench.strum/1"

  /// The name and version of the format.
  package let schema: String
  /// The origin of the figures.
  package let provenance: Provenance
  /// The plan of the run.
  package let plan: StrumPlan
  /// The strokes of all shards so far, in the order of the list and, for each stroke, of the
  /// contestants.
  package let results: [StrumTrialResult]

  private enum CodingKeys: String, CodingKey {
    case schema, provenance, plan, results, tables, targets
  }

  /// Makes a report.
  ///
  /// - Parameters:
  ///   - provenance: the origin of the figures.
  ///   - plan: the plan of the run.
  ///   - results: in the order of the list.
  package init(provenance: Provenance, plan: StrumPlan, results: [StrumTrialResult]) {
    schema = Self.schema
    self.provenance = provenance
    self.plan = plan
    self.results = results
  }

  /// Reads a report and computes its tables again.
  ///
  /// - Parameter decoder: holds a document of `schema`.
  /// - Throws: `DecodingError` for another schema, and for results that are not in their order.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    schema = try values.decode(schema: Self.schema, forKey: .schema)
    provenance = try values.decode(Provenance.self, forKey: .provenance)
    plan = try values.decode(StrumPlan.self, forKey: .plan)
    results = try values.decode([StrumTrialResult].self, forKey: .results)
    try values.check(
      order: results.map(\.index), <=, of: plan.items, forKey: .results)
  }

  /// Writes the report with its tables and the outcomes of the published targets.
  ///
  /// - Parameter encoder: receives one document of `schema`.
  /// - Throws: the errors of the encoder.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(schema, forKey: .schema)
    try values.encode(provenance, forKey: .provenance)
    try values.encode(plan, forKey: .plan)
    try values.encode(tables, forKey: .tables)
    try values.encode(targets, forKey: .targets)
    try values.encode(results, forKey: .results)
  }

  /// The results of the scored contestant.
  var judged: [StrumTrialResult] { results.filter { $0.contestant == plan.contestants.first } }

  /// The figures of all sets, of strokes, of guitars and of the contestants.
  package var tables: [FigureTable] { StrumTables.tables(of: self) }

  /// The outcome of every published target.
  package var targets: [TargetOutcome] { StrumAccuracyTarget.judge(judged) }

  /// The number of strokes of the plan that no shard contains yet.
  package var missing: Int { plan.items - Set(results.map(\.index)).count }

  /// The conditions of the measurement, one sentence each.
  package var conditions: [String] {
    [
      "synthetic strokes and mixtures from seed \(plan.seed) on, 48 kHz, 20 updates a second",
      "mixtures: recorded strings of \(plan.guitars) guitars, the truth measured of each alone",
      "a string that rings in the recording of another one is not scored",
      "times count from the last onset; errors count every reading of a sounding string, and one "
        + "without a number lies beyond every error",
      "answered is a string reported as sounding; wrong is an answer more than 25 cents off",
    ] + (plan.mixtures > 0 && plan.longMixtures == 0 ? [Self.noWholeStrokes] : [])
  }

  private static let noWholeStrokes =
    "whole strokes: not measured, because no guitar has notes of "
    + "\(StrumMixture.Length.ofStroke.seconds) s"

  /// Merges shards of one run, given in any order.
  ///
  /// - Returns: if all shards are given, the same report, byte for byte, as a run without shards
  ///   writes.
  /// - Throws: `MergeError` for shards that do not belong together.
  package static func merged(_ shards: [StrumReport]) throws(MergeError) -> StrumReport {
    let first = try representative(of: shards)
    var held: Set<Int> = []
    for shard in shards {
      for result in shard.results where held.contains(result.index) {
        throw .itemTwice(result.item)
      }
      held.formUnion(shard.results.map(\.index))
    }
    let order = { (result: StrumTrialResult) in
      first.plan.contestants.firstIndex(of: result.contestant) ?? 0
    }
    return StrumReport(
      provenance: first.provenance, plan: first.plan,
      results: shards.flatMap(\.results).sorted { left, right in
        (left.index, order(left)) < (right.index, order(right))
      })
  }
}
