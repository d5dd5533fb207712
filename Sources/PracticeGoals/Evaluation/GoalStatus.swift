// SPDX-License-Identifier: MIT

/// The status of one goal today.
public struct GoalStatus: Hashable, Sendable {
  /// The state of a goal, by its amount.
  public enum State: Hashable, Sendable {
    /// The amount reaches the target.
    case met
    /// The amount is below the target.
    case unmet
    /// The amount was never read.
    case unknown
  }

  /// The goal.
  public let goal: PracticeGoal
  /// The amount in the metric's unit; `nil` when it was never read.
  public let amount: Double?
  /// The state of the goal.
  public let state: State

  /// The amount over the target: 1.5 for half as much again.
  ///
  /// A target of 0 gives 1; `nil` when the amount was never read.
  public var ratio: Double? {
    goal.target == 0 ? 1 : amount.map { $0 / Double(goal.target) }
  }

  /// The ratio clamped to 0…1 for a bar; `nil` when the amount was never read.
  public var progress: PracticeProgress? { ratio.flatMap { PracticeProgress($0) } }
}
