// SPDX-License-Identifier: MIT

public import PracticeGoals

/// What the gate refused, or noticed.
public enum GateDiagnostic: Hashable, Codable, Sendable {
  /// There is nothing to start: a workout is on, or the gate is open.
  case startIgnored(GateState)
  /// There is no workout that could be told of or given up.
  case noWorkout(GateState)
  /// There is no unlock to forfeit.
  case nothingToForfeit(GateState)
  /// PracticeProgress that is not a number.
  case progressNotANumber
  /// PracticeProgress below 0 or above 1, which counts as the nearer of the two.
  case progressOutOfRange(Double)
  /// PracticeProgress below what was recorded before, which stands.
  case progressWentBack(from: PracticeProgress, to: PracticeProgress)
  /// Under the daily policy the goals alone complete a workout.
  case goalsDecide
  /// Names that no target can have.
  case namesRefused([String])
  /// Names that came more than once.
  case namesRepeated([TargetID])
  /// No target is left, so nothing can be blocked.
  case noTargets
  /// The clock was set back by so much; what is left of an unlock or a grace is what it was.
  case clockWentBack(milliseconds: Int64)
}

extension GateDiagnostic: CustomStringConvertible {
  /// One sentence for a person.
  public var description: String {
    switch self {
    case .startIgnored: "No workout was started: one is on, or nothing is locked. Carry on."
    case .noWorkout: "There is no workout. Start one first."
    case .nothingToForfeit: "There is nothing to lock. Check the status."
    case .progressNotANumber: "A progress that is not a number was left out. Record it again."
    case .progressOutOfRange(let value): "A progress of \(value) was cut to 0…1. Check the source."
    case .progressWentBack(let from, let to):
      "A progress of \(to.value) came after \(from.value) and was left out. Check the source."
    case .goalsDecide: "The goals of the day decide. Meet them, or choose the session policy."
    case .namesRefused(let names):
      "\(names.count) empty or unprintable target names were left out. Name them again."
    case .namesRepeated(let targets):
      "Named more than once: \(targets.map(\.rawValue).joined(separator: ", ")). Name each once."
    case .noTargets: "No targets are chosen, so nothing can be blocked. Add one."
    case .clockWentBack(let milliseconds):
      "The clock went back by \(milliseconds) ms; no unlock got longer. Check the clock."
    }
  }
}
