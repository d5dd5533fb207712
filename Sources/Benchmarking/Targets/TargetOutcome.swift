// SPDX-License-Identifier: MIT

/// What a run says of one demand.
public struct TargetOutcome: Hashable, Sendable {
  /// How it went.
  public enum Verdict: String, Hashable, Codable, Sendable {
    /// The figure keeps to its limit.
    case met
    /// It does not, or there is no figure though there was something to measure.
    case missed
    /// Nothing that it is measured of was run.
    case notRun = "not run"
  }

  /// The demand.
  public let target: EngineTarget
  /// The figure; `nil` where there is none.
  public let figure: Double?
  let isRun: Bool

  /// How it went.
  ///
  /// A detector that answers nothing has no figure, and has missed.
  public var verdict: Verdict {
    guard isRun else { return .notRun }
    return figure.map { target.limit.allows(Self.rounded($0)) } == true ? .met : .missed
  }

  /// Times are differences of multiples of an update and an onset: 15 ms may come out a bit above 0.015.
  private static func rounded(_ figure: Double) -> Double {
    let scaled = (figure * 1e9).rounded() / 1e9
    return scaled.isFinite ? scaled : figure
  }
}

extension TargetOutcome: Encodable {
  private enum CodingKeys: String, CodingKey {
    case group, name, unit, figure, verdict
    case lowest = "at_least"
    case highest = "at_most"
  }

  /// Writes the demand with its limits, the figure and the verdict; what is absent is `null`.
  ///
  /// - Parameter encoder: receives one object.
  /// - Throws: whatever the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(target.group, forKey: .group)
    try values.encode(target.name, forKey: .name)
    try values.encode(target.unit, forKey: .unit)
    try values.encode(target.limit.lowest, forKey: .lowest)
    try values.encode(target.limit.highest, forKey: .highest)
    try values.encode(figure, forKey: .figure)
    try values.encode(verdict, forKey: .verdict)
  }
}
