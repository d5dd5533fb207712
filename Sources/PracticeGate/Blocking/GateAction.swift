// SPDX-License-Identifier: MIT

public import PracticeGoals

/// What can happen to the gate.
public enum GateAction: Hashable, Codable, Sendable {
  /// The player begins a workout.
  case startWorkout
  /// So much of the workout is done, from its start: 1 completes it.
  case recordProgress(Double)
  /// The player gives the workout up.
  case cancelWorkout
  /// The player closes the gate, and forfeits the rest.
  case lockNow
  /// Time passed.
  case tick
  /// The goals were evaluated; the daily policy acts on it.
  case goalsEvaluated(GoalEvaluation)
  /// From now on the session policy may close the gate.
  case enforce
  /// Other targets, by their names.
  case setTargets([String])
  /// Another policy.
  case setPolicy(GatePolicy)
}
