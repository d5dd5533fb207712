// SPDX-License-Identifier: MIT

/// A target as it is published: its name and the limit of its figure.
package struct TargetHeading: Hashable, Sendable {
  /// The subject, which is the heading of its group.
  package let group: String
  /// The figure and its subject, unique in the group.
  package let name: String
  /// The limit of the figure.
  package let limit: TargetLimit
  /// The unit of the figure.
  package let unit: FigureTable.Unit
}

/// The outcome of one target in a run.
package struct TargetOutcome: Hashable, Sendable {
  /// The verdict on a target.
  package enum Verdict: String, Hashable, Codable, Sendable {
    /// The figure is within its limit.
    case met
    /// The figure is outside its limit, or undefined although items were run.
    case missed
    /// The confidence interval of the figure contains the limit: a larger run would decide.
    case notDecided = "not decided"
    /// No item of the target was run.
    case notRun = "not run"
  }

  /// The target.
  package let target: TargetHeading
  /// The figure; `nil` when it is undefined.
  package let figure: Double?
  let isRun: Bool
  /// The statistical evidence for or against the target; `nil` if the figure alone decides.
  package var evidence: TargetEvidence?

  /// The verdict.
  ///
  /// A detector without answers has no figure and misses the target.
  package var verdict: Verdict {
    guard isRun else { return .notRun }
    if figure != nil, evidence?.isDecided == false { return .notDecided }
    return figure.map { target.limit.allows(Self.rounded($0)) } == true ? .met : .missed
  }

  /// Times are differences of multiples of an update and an onset: 15 ms may come out above 0.015.
  private static func rounded(_ figure: Double) -> Double {
    let scaled = (figure * 1e9).rounded() / 1e9
    return scaled.isFinite ? scaled : figure
  }
}

extension TargetOutcome: Encodable {
  private enum CodingKeys: String, CodingKey {
    case group, name, unit, figure, verdict
    case neededSize = "needed_size"
    case lowest = "at_least"
    case highest = "at_most"
  }

  /// Writes the target with its limits, the figure and the verdict.
  ///
  /// If it is not decided, writes also the size of a run that would decide, as a multiple of this
  /// one. Absent values are `null`.
  ///
  /// - Parameter encoder: receives one object.
  /// - Throws: the errors of the encoder.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(target.group, forKey: .group)
    try values.encode(target.name, forKey: .name)
    try values.encode(target.unit, forKey: .unit)
    try values.encode(target.limit.lowest, forKey: .lowest)
    try values.encode(target.limit.highest, forKey: .highest)
    try values.encode(figure, forKey: .figure)
    try values.encode(verdict, forKey: .verdict)
    try values.encode(
      verdict == .notDecided ? evidence?.neededSize : nil, forKey: .neededSize)
  }
}

/// The limit of a figure.
package enum TargetLimit: Hashable, Sendable {
  /// The figure must not exceed this.
  case atMost(Double)
  /// The figure must not be below this.
  case atLeast(Double)
  /// The figure must lie in this range.
  case within(ClosedRange<Double>)

  /// The least allowed value; `nil` without a lower limit.
  package var lowest: Double? {
    switch self {
    case .atMost: nil
    case .atLeast(let least): least
    case .within(let range): range.lowerBound
    }
  }

  /// The greatest allowed value; `nil` without an upper limit.
  package var highest: Double? {
    switch self {
    case .atMost(let most): most
    case .atLeast: nil
    case .within(let range): range.upperBound
    }
  }

  /// Returns true if `figure` is within the limit, inclusive.
  package func allows(_ figure: Double) -> Bool {
    (lowest.map { figure >= $0 } ?? true) && (highest.map { figure <= $0 } ?? true)
  }
}
