// SPDX-License-Identifier: MIT

public import Foundation
internal import Plotting

/// The result of a service-level measurement.
public struct ServiceReport: Codable, Sendable {
  /// The format that this type writes.
  public static let schema = "tuner-bench.service/1"

  /// An exceeded limit, excused or not by a stall of the machine.
  public struct Incident: Hashable, Codable, Sendable {
    /// The recording, rate and update.
    public let place: String
    /// The event in a sentence.
    public let event: String
    /// True when the control stalled in the same interval, so that the incident does not count.
    public let isExcused: Bool
  }

  /// The values of a curve in a picture.
  struct Curve: Codable, Sendable {
    let name: String
    /// The values in seconds, ascending.
    let seconds: [Double]
  }

  /// The name and version of the format.
  public let schema: String
  /// `latency` or `rate`.
  public let command: String
  /// The origin of the figures.
  public let provenance: Provenance
  /// The sets and their checksums.
  public let datasets: [String: String]
  /// The conditions of the measurement, a sentence each.
  public let conditions: [String]
  /// The figures.
  public let tables: [FigureTable]
  /// The exceeded limits.
  public let incidents: [Incident]
  /// The number of runs: two when the first had an incident.
  public let runs: Int
  let curves: [Curve]

  /// True when every limit was kept.
  public var isMet: Bool { incidents.allSatisfy(\.isExcused) }

  /// Returns the document as JSON text.
  ///
  /// - Throws: `EncodingError`, which finite figures never cause.
  public func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self) + Data("\n".utf8)
  }
}
