// SPDX-License-Identifier: MIT

/// A change that a person makes to the plan.
public enum GoalEdit: Hashable, Codable, Sendable {
  /// Adds a goal, or replaces the one of the same name.
  case set(PracticeGoal)
  /// Takes a goal away.
  case remove(GoalID)
  /// Changes how the goals are joined.
  case join(GoalPlan.Strategy)

  /// Tells whether both edits are about the same thing, so that the later one takes the place of
  /// the earlier.
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

/// An edit that makes today easier, and so waits for a day that has not begun.
public struct DeferredEdit: Hashable, Codable, Sendable {
  /// The edit.
  public let edit: GoalEdit
  /// The first date on which it holds.
  public let firstDay: LocalDay
}
