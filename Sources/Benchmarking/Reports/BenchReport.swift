// SPDX-License-Identifier: MIT

internal import Evaluation

/// The outcome of a run or a shard, item by item, with all data for merging.
package struct BenchReport: Hashable, Codable, ShardReport, Sendable {
  /// The format that this type reads and writes.
  package static let schema = "tuner-bench.report/1"

  /// The name and version of the format.
  package let schema: String
  /// The origin of the figures.
  package let provenance: Provenance
  /// The plan of the run.
  package let plan: BenchPlan
  /// The items of all shards so far, in the order of the list.
  package let results: [ItemResult]
  /// The readings of the worst items of each set, in the order of the list.
  package let tracks: [ItemTrack]

  private enum CodingKeys: String, CodingKey {
    case schema, provenance, plan, results, tracks, tables, targets
  }

  /// Makes a report.
  package init(
    provenance: Provenance, plan: BenchPlan, results: [ItemResult], tracks: [ItemTrack] = []
  ) {
    schema = Self.schema
    self.provenance = provenance
    self.plan = plan
    self.results = results
    self.tracks = tracks
  }

  /// Reads a report and computes its tables again.
  ///
  /// - Parameter decoder: holds a document of `schema`.
  /// - Throws: `DecodingError` for another schema, and for invalid results.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    schema = try values.decode(schema: Self.schema, forKey: .schema)
    provenance = try values.decode(Provenance.self, forKey: .provenance)
    plan = try values.decode(BenchPlan.self, forKey: .plan)
    results = try values.decode([ItemResult].self, forKey: .results)
    tracks = try values.decode([ItemTrack].self, forKey: .tracks)
    try values.check(
      order: results.map(\.index), <, of: plan.items, forKey: .results)
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
    try values.encode(tracks, forKey: .tracks)
  }

  /// The tables of the command.
  package var tables: [FigureTable] {
    switch plan.command {
    case .synthetic: SyntheticTables.tables(of: results)
    case .accuracy: AccuracyTables.tables(of: results)
    }
  }

  /// The number of items of the plan that no shard contains yet.
  package var missing: Int { plan.items - results.count }

  /// The items that failed.
  package var failures: [ItemResult] { results.filter { $0.failure != nil } }
}

/// The reasons why reports can't be merged.
package enum MergeError: Error, Hashable, Sendable {
  /// There is no report.
  case nothing
  /// Two reports come from different machines, commits or builds.
  case provenanceDiffers
  /// Two reports have different plans.
  case planDiffers
  /// Two reports contain the same item.
  case itemTwice(String)
}

extension MergeError: CustomStringConvertible {
  /// One sentence for a person that ends with the remedy.
  package var description: String {
    switch self {
    case .nothing: "there is no report to merge. Name the files of all shards"
    case .provenanceDiffers:
      "the shards come from different machines, commits or builds. Run them all with one build on machines of one kind"
    case .planDiffers:
      "the shards are of different runs. Give every shard the same options and data sets"
    case .itemTwice(let item): "\(item) is in two shards. Name every shard once"
    }
  }
}

extension BenchReport {
  /// Merges shards of one run, given in any order.
  ///
  /// - Returns: if all shards are given, the same report, byte for byte, as a run without shards
  ///   writes.
  /// - Throws: `MergeError` for shards that do not belong together.
  /// - Complexity: O(n log n).
  package static func merged(_ shards: [BenchReport]) throws(MergeError) -> BenchReport {
    let first = try representative(of: shards)
    let results = shards.flatMap(\.results).sorted { $0.index < $1.index }
    for (left, right) in zip(results, results.dropFirst()) where left.index == right.index {
      throw .itemTwice(right.item)
    }
    return BenchReport(
      provenance: first.provenance, plan: first.plan, results: results,
      tracks: WorstTracks(among: shards.flatMap(\.tracks), of: results).all)
  }
}
