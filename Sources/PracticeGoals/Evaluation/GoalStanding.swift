// SPDX-License-Identifier: MIT

/// Where one goal stands today.
public struct GoalStanding: Hashable, Sendable {
  /// Whether the goal is met, as far as anyone knows.
  public enum Status: Hashable, Sendable {
    /// There is enough.
    case met
    /// There is not enough.
    case unmet
    /// The amount was never read.
    case unknown
  }

  /// The goal.
  public let goal: PracticeGoal
  /// How much there is, in the metric's unit; `nil` when it was never read.
  public let amount: Double?
  /// Whether it is met.
  public let status: Status

  /// How much there is, over the target: 1.5 for half as much again.
  ///
  /// A target of 0 gives 1; `nil` when the amount was never read.
  public var ratio: Double? {
    goal.target == 0 ? 1 : amount.map { $0 / Double(goal.target) }
  }

  /// The ratio as a bar shows it, 0 to 1; `nil` when the amount was never read.
  public var progress: PracticeProgress? { ratio.flatMap { PracticeProgress($0) } }
}
