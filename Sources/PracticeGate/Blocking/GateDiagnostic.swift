// SPDX-License-Identifier: MIT

public import PracticeGoals

/// A refused action, or a notice of the gate.
public enum GateDiagnostic: Hashable, Codable, Sendable {
  /// A workout can't start, because one is in progress or the gate is open.
  case startIgnored(GateState)
  /// A workout can't start, because the unlock of the day was forfeited or has ended.
  case unlockForfeited(until: LocalDay)
  /// There is no workout to update or cancel.
  case noWorkout(GateState)
  /// There is no unlock to forfeit.
  case nothingToForfeit(GateState)
  /// The progress is not a number.
  case progressNotANumber
  /// The progress is below 0 or above 1, and is clamped.
  case progressOutOfRange(Double)
  /// The progress is below the recorded one, which remains.
  case progressWentBack(from: PracticeProgress, to: PracticeProgress)
  /// Only the goals complete a workout under the daily policy.
  case goalsDecide
  /// Some names are invalid.
  case namesRefused([String])
  /// Some names are repeated.
  case namesRepeated([TargetID])
  /// The removal of these targets makes today easier, and applies from another day on.
  case removalWaits([TargetID], until: LocalDay)
  /// The same, on a day whose goals can't open the gate: its unlock was forfeited, or the policy is
  /// that of sessions.
  case removalWaitsForDay([TargetID], until: LocalDay)
  /// There are no targets, so nothing can be blocked.
  case noTargets
  /// The clock was set back; the remaining time of an unlock or a grace period is unchanged.
  case clockWentBack(milliseconds: Int64)
}

extension GateDiagnostic: CustomStringConvertible {
  /// One sentence for a person.
  public var description: String {
    switch self {
    case .startIgnored: "No workout was started: one is on, or nothing is locked. Carry on."
    case .unlockForfeited(let day):
      "Today's unlock is over, so a workout opens nothing. Wait until \(day)."
    case .noWorkout: "There is no workout. Start one first."
    case .nothingToForfeit: "There is nothing to lock. Check the status."
    case .progressNotANumber: "A progress that is not a number was left out. Record it again."
    case .progressOutOfRange(let value): "A progress of \(value) was cut to 0…1. Check the source."
    case .progressWentBack(let from, let to):
      "A progress of \(to.value) came after \(from.value) and was left out. Check the source."
    case .goalsDecide: "The goals of the day decide. Meet them."
    case .namesRefused(let names):
      "\(names.count) empty or unprintable target names were left out. Name them again."
    case .namesRepeated(let targets):
      "Named more than once: \(Self.list(targets)). Name each once."
    case .removalWaits(let targets, let day):
      "This makes today easier, so \(Self.list(targets)) stays until \(day). "
        + "Meet the goals of today to remove it at once."
    case .removalWaitsForDay(let targets, let day):
      "This makes today easier, so \(Self.list(targets)) stays until \(day). "
        + "The goals of today do not change that."
    case .noTargets: "No targets are chosen, so nothing can be blocked. Add one."
    case .clockWentBack(let milliseconds):
      "The clock went back by \(milliseconds) ms; no unlock got longer. Check the clock."
    }
  }

  private static func list(_ targets: [TargetID]) -> String {
    targets.map(\.rawValue).joined(separator: ", ")
  }
}

/// An action of the gate.
public enum GateAction: Hashable, Codable, Sendable {
  /// The player begins a workout.
  case startWorkout
  /// The share of the workout done since its start; 1 completes it.
  case recordProgress(Double)
  /// The player cancels the workout.
  case cancelWorkout
  /// The player closes the gate and forfeits the rest of the unlock.
  case lockNow
  /// The player took the emergency exit, which unlocks until the end of the day.
  case takeExit(LocalDay, until: WallTime)
  /// Time passed.
  case tick
  /// The goals were evaluated; only the daily policy uses this.
  case goalsEvaluated(GoalEvaluation)
  /// The session policy may close the gate from now on.
  case enforce
  /// The targets changed to these names.
  case setTargets([String])
  /// The policy changed.
  case setPolicy(GatePolicy)
}
