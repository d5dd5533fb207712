// SPDX-License-Identifier: MIT

internal import Plotting

/// The result of a service-level measurement.
package struct ServiceReport: Codable, JSONReport, Sendable {
  /// The format that this type writes.
  package static let schema = "tuner-bench.service/1"

  /// An update, an episode or a trial that was wrong or exceeded a limit.
  package struct Incident: Hashable, Codable, Sendable {
    /// The recording, rate and update, the episode, or the trial.
    package let place: String
    /// The event in a sentence.
    package let event: String
    /// True if the incident does not count: the control stalled in the same interval, the first of
    /// two runs had it, or fewer trials were wrong than the limit of their share allows.
    package let isExcused: Bool
  }

  /// The values of a curve in a picture.
  struct Curve: Codable, Sendable {
    let name: String
    /// The values in seconds, ascending.
    let seconds: [Double]
  }

  /// The name and version of the format.
  package let schema: String
  /// The command, as it is typed: `latency`, `rate`, `soak`, `tremolo` or `polyphony`.
  package let command: String
  /// The origin of the figures.
  package let provenance: Provenance
  /// The sets and their checksums.
  package let datasets: [String: String]
  /// The conditions of the measurement, one sentence each.
  package let conditions: [String]
  /// The figures.
  package let tables: [FigureTable]
  /// Faults and exceeded limits, in the order of the run.
  package let incidents: [Incident]
  /// The number of runs: two when the first had an incident.
  package let runs: Int
  let curves: [Curve]
  /// The interval that the curves show, as a heading; `nil` without curves.
  var curvesTitle: String?
  /// The limits with the figures that are compared with them.
  package var limits: [ServiceLimit] = []
  /// The limits for which the recordings have no case.
  package var unmeasured: [String] = []

  /// True if every limit was met.
  package var isMet: Bool { incidents.allSatisfy(\.isExcused) }
}
