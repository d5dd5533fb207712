// SPDX-License-Identifier: MIT

internal import Evaluation

/// A limit of a service, with the figures that are compared with it.
package struct ServiceLimit: Hashable, Codable, Sendable {
  /// The subject of the limit.
  package let name: String
  /// The unit of the limit, the tolerance and the figures.
  package let unit: FigureTable.Unit
  /// The limit: the longest time, or the required rate.
  package let limit: Double
  /// The tolerated distance from the limit; 0 if nothing beyond it is tolerated.
  package let tolerance: Double
  /// The figure furthest beyond the limit, or nearest to it.
  package let worst: Double?
  /// The 99.99th percentile by nearest rank; `nil` if there is one figure.
  package let p9999: Double?
  /// The number of updates that were measured.
  package let updates: Int
  /// The number of updates beyond the limit and its tolerance.
  package let misses: Int
  /// The number of misses that a stall of the machine excuses.
  package let excused: Int

  /// True if every miss is excused.
  package var isKept: Bool { misses == excused }

  private enum CodingKeys: String, CodingKey {
    case name, unit, limit, tolerance, worst, updates, misses, excused
    case p9999 = "p99_99"
  }

  /// Compares times with the longest permitted time.
  ///
  /// - Parameters:
  ///   - name: the subject.
  ///   - limit: the longest time, in seconds.
  ///   - times: the times of all updates that arrived, in seconds.
  ///   - missing: the number of updates that did not arrive, which are misses.
  ///   - excused: the number of misses that a stall of the machine excuses.
  /// - Returns: the limit with its figures.
  static func times(
    _ name: String, atMost limit: Double, _ times: [Double], missing: Int = 0, excused: Int = 0
  ) -> ServiceLimit {
    let values = Measurements(times).distribution()
    return ServiceLimit(
      name: name, unit: .seconds, limit: limit, tolerance: 0, worst: values?.maximum,
      p9999: values?.nearestRank(.p9999), updates: times.count + missing,
      misses: times.count { $0 > limit } + missing, excused: excused)
  }

  /// Checks that nothing was lost.
  ///
  /// - Parameters:
  ///   - name: the subject.
  ///   - lost: the number of lost items.
  ///   - total: the number of all items.
  /// - Returns: the limit; each lost item is a miss.
  static func none(_ name: String, _ lost: Int, of total: Int) -> ServiceLimit {
    ServiceLimit(
      name: name, unit: .count, limit: 0, tolerance: 0, worst: Double(lost), p9999: nil,
      updates: total, misses: lost, excused: 0)
  }

  /// Compares the rate of a session with the required one.
  ///
  /// - Parameters:
  ///   - name: the subject.
  ///   - demanded: the required updates a second.
  ///   - tolerance: the tolerated share of them.
  ///   - measured: the measured updates a second.
  ///   - updates: the number of updates.
  /// - Returns: the limit; one miss if the rate is beyond the tolerance.
  static func rate(
    _ name: String, _ demanded: Double, tolerance: Double, _ measured: Double, updates: Int
  ) -> ServiceLimit {
    ServiceLimit(
      name: name, unit: .ratio, limit: demanded, tolerance: tolerance * demanded,
      worst: measured, p9999: nil, updates: updates,
      misses: abs(measured / demanded - 1) > tolerance ? 1 : 0, excused: 0)
  }
}
