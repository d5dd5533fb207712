// SPDX-License-Identifier: MIT

public import PracticeGoals

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
