// SPDX-License-Identifier: MIT

package import Foundation

/// A report that is written as a JSON document.
package protocol JSONReport: Encodable {}

extension JSONReport {
  /// Returns the document as JSON text, the same bytes for the same report.
  ///
  /// - Throws: `EncodingError`, which finite figures never cause.
  package func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self) + Data("\n".utf8)
  }
}

/// A report of a whole run or of one of its shards.
protocol ShardReport: JSONReport {
  associatedtype Plan: Equatable

  /// The origin of the figures.
  var provenance: Provenance { get }
  /// The plan of the whole run.
  var plan: Plan { get }
}

extension ShardReport {
  /// Returns the first of some shards, whose origin and plan are those of all.
  ///
  /// - Parameter shards: shards of one run, in any order.
  /// - Returns: the first one.
  /// - Throws: `MergeError` for no shard, and for shards of different origins or plans.
  static func representative(of shards: [Self]) throws(MergeError) -> Self {
    guard let first = shards.first else { throw .nothing }
    for shard in shards {
      guard shard.provenance == first.provenance else { throw .provenanceDiffers }
      guard shard.plan == first.plan else { throw .planDiffers }
    }
    return first
  }
}
