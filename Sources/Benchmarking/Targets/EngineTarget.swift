// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Evaluation

/// One demand on the engine: a figure of a run and what it must keep to.
public struct EngineTarget: Hashable, Sendable {
  /// What the demand is about, the heading of its group.
  public let group: String
  /// What is measured of what, unique in its group.
  public let name: String
  /// What the figure must keep to.
  public let limit: TargetLimit
  /// Which pitch the detector must have been held to read; `nil` for either.
  let meaning: PitchMeaning?
  let measure: TargetMeasure
  let slice: ResultSlice

  init(
    _ group: String, _ name: String, _ measure: TargetMeasure, _ limit: TargetLimit,
    of slice: ResultSlice, meaning: PitchMeaning? = nil
  ) {
    self.group = group
    self.name = name
    self.measure = measure
    self.limit = limit
    self.slice = slice
    self.meaning = meaning
  }

  /// What the figure counts in.
  public var unit: FigureTable.Unit { measure.unit }

  /// The published demands of a command, in the order in which they are shown.
  public static func all(of command: BenchPlan.Command) -> [EngineTarget] {
    switch command {
    case .synthetic: synthetic
    case .accuracy: accuracy
    }
  }

  /// Returns what a report says of this demand.
  func outcome(in report: BenchReport) -> TargetOutcome {
    let fits = meaning.map { $0 == report.plan.meaning } ?? true
    let part = fits ? report.results.filter(slice.holds) : []
    guard !part.isEmpty else { return TargetOutcome(target: self, figure: nil, isRun: false) }
    let score = part.compactMap(\.score).reduce(into: ItemScore()) { $0.merge($1) }
    return TargetOutcome(target: self, figure: measure.figure(of: score), isRun: true)
  }
}

extension BenchReport {
  /// What the report says of every published demand of its command.
  ///
  /// - Complexity: O(demands × n log n), n readings.
  public var targets: [TargetOutcome] {
    EngineTarget.all(of: plan.command).map { $0.outcome(in: self) }
  }
}
