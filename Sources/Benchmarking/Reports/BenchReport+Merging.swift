// SPDX-License-Identifier: MIT

/// The reasons why reports can't be merged.
package enum MergeError: Error, Hashable, Sendable {
  /// There is no report.
  case nothing
  /// Two reports come from different machines, commits or builds.
  case provenanceDiffers
  /// Two reports have different plans.
  case planDiffers
  /// Two reports hold the same item.
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
  /// - Returns: the report that a run without shards writes, byte for byte, once all shards are
  ///   there.
  /// - Throws: `MergeError` for shards that do not belong together.
  /// - Complexity: O(n log n).
  package static func merged(_ shards: [BenchReport]) throws(MergeError) -> BenchReport {
    guard let first = shards.first else { throw .nothing }
    for shard in shards {
      guard shard.provenance == first.provenance else { throw .provenanceDiffers }
      guard shard.plan == first.plan else { throw .planDiffers }
    }
    let results = shards.flatMap(\.results).sorted { $0.index < $1.index }
    for (left, right) in zip(results, results.dropFirst()) where left.index == right.index {
      throw .itemTwice(right.item)
    }
    return BenchReport(
      provenance: first.provenance, plan: first.plan, results: results,
      tracks: WorstTracks(among: shards.flatMap(\.tracks), of: results).all)
  }
}
