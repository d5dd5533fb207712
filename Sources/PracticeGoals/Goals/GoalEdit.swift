// SPDX-License-Identifier: MIT

/// A player's change to the plan.
public enum GoalEdit: Hashable, Codable, Sendable {
  /// Adds a goal, or replaces the one with the same name.
  case set(PracticeGoal)
  /// Removes a goal.
  case remove(GoalID)
  /// Changes the strategy.
  case join(GoalPlan.Strategy)

  /// Returns whether both edits change the same thing, so that the later one replaces the earlier.
  func concerns(theSameAs other: GoalEdit) -> Bool {
    switch (self, other) {
    case (.join, .join): true
    case (.join, _), (_, .join): false
    case (.set, _), (.remove, _): goal == other.goal
    }
  }

  private var goal: GoalID? {
    switch self {
    case .set(let goal): goal.id
    case .remove(let id): id
    case .join: nil
    }
  }
}

/// An edit that makes today easier, and is deferred to a later day.
public struct DeferredEdit: Hashable, Codable, Sendable {
  /// The edit.
  public let edit: GoalEdit
  /// The first date on which it applies.
  public let firstDay: LocalDay
}
