// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Evaluation

/// One target of the engine: a figure of a run and its limit.
package struct EngineTarget: Hashable, Sendable {
  /// The subject, which is the heading of its group.
  package let group: String
  /// The figure and its subject, unique in the group.
  package let name: String
  /// The limit of the figure.
  package let limit: TargetLimit
  /// The pitch that the detector must claim to read; `nil` for either.
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

  /// The unit of the figure.
  package var unit: FigureTable.Unit { measure.unit }

  private var heading: TargetHeading {
    TargetHeading(group: group, name: name, limit: limit, unit: unit)
  }

  /// Returns the published targets of a command, in the order of display.
  package static func all(of command: BenchPlan.Command) -> [EngineTarget] {
    switch command {
    case .synthetic: synthetic
    case .accuracy: accuracy
    }
  }

  /// Returns the outcome of this target in a report.
  func outcome(in report: BenchReport) -> TargetOutcome {
    let fits = meaning.map { $0 == report.plan.meaning } ?? true
    let part = fits ? report.results.filter(slice.holds) : []
    guard !part.isEmpty else { return TargetOutcome(target: heading, figure: nil, isRun: false) }
    let scores = part.compactMap(\.score)
    let score = scores.reduce(into: ItemScore()) { $0.merge($1) }
    return TargetOutcome(
      target: heading, figure: measure.figure(of: score), isRun: true,
      evidence: measure.evidence(
        for: limit, scores, updates: report.plan.settings.updatesPerSecond))
  }
}

extension BenchReport {
  /// The outcome of every published target of the report's command.
  ///
  /// - Complexity: O(targets × n log n), n readings.
  package var targets: [TargetOutcome] {
    EngineTarget.all(of: plan.command).map { $0.outcome(in: self) }
  }
}
