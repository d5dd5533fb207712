// SPDX-License-Identifier: MIT

public import Foundation
internal import Plotting

/// What a measurement of a service level came to.
public struct ServiceReport: Codable, Sendable {
  /// The format that this type writes.
  public static let schema = "tuner-bench.service/1"

  /// One thing that missed its limit, or would have without a stall of the machine.
  public struct Incident: Hashable, Codable, Sendable {
    /// Where it happened.
    public let place: String
    /// What happened, in a sentence.
    public let event: String
    /// Whether the control stalled in the same interval, so that it does not count.
    public let isExcused: Bool
  }

  /// The values that a picture is drawn of.
  struct Curve: Codable, Sendable {
    let name: String
    /// In seconds, ascending.
    let seconds: [Double]
  }

  /// The name and version of the format.
  public let schema: String
  /// `latency` or `rate`.
  public let command: String
  /// Where the figures come from.
  public let provenance: Provenance
  /// The sets and their checksums.
  public let datasets: [String: String]
  /// How it was measured, in a sentence each.
  public let conditions: [String]
  /// The figures.
  public let tables: [FigureTable]
  /// What missed a limit.
  public let incidents: [Incident]
  /// How often the run was done: a second time where the first had an incident.
  public let runs: Int
  let curves: [Curve]

  /// Whether every limit was kept.
  public var isMet: Bool { incidents.allSatisfy(\.isExcused) }

  /// Returns the document as one JSON text.
  ///
  /// - Throws: `EncodingError`, which finite figures never cause.
  public func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self) + Data("\n".utf8)
  }
}
