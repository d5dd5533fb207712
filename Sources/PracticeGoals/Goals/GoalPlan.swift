// SPDX-License-Identifier: MIT

/// The goals in the order in which they were set, and the strategy that combines them.
public struct GoalPlan: Hashable, Sendable {
  /// The strategy that combines the goals of a day.
  public enum Strategy: String, Codable, Sendable, CaseIterable {
    /// All goals must be met.
    case all
    /// One goal is enough.
    case any
  }

  /// The goals, with distinct names.
  public private(set) var goals: [PracticeGoal]
  /// The strategy.
  public private(set) var strategy: Strategy

  /// The default plan: practice every day.
  public static let standard = GoalPlan(standard: .practiceMinutes)

  /// Makes a plan.
  ///
  /// - Parameters:
  ///   - goals: the goals in the order of display.
  ///   - strategy: the strategy.
  /// - Throws: `GoalError.repeatedGoal` when two have the same name.
  public init(_ goals: [PracticeGoal], strategy: Strategy = .all) throws(GoalError) {
    for (index, goal) in goals.enumerated()
    where goals[..<index].contains(where: { $0.id == goal.id }) {
      throw .repeatedGoal(goal.id)
    }
    self.goals = goals
    self.strategy = strategy
  }

  private init(standard metric: PracticeMetric) {
    goals = [.standard(metric)]
    strategy = .all
  }

  /// Returns the goal with a name.
  ///
  /// - Parameter id: the name.
  /// - Returns: the goal, or `nil` when there is none.
  public subscript(id: GoalID) -> PracticeGoal? { goals.first { $0.id == id } }

  /// Applies an edit, whether it makes today easier or not.
  mutating func apply(_ edit: GoalEdit) {
    switch edit {
    case .set(let goal):
      if let index = goals.firstIndex(where: { $0.id == goal.id }) {
        goals[index] = goal
      } else {
        goals.append(goal)
      }
    case .remove(let id): goals.removeAll { $0.id == id }
    case .join(let strategy): self.strategy = strategy
    }
  }

  /// Returns true if the edit concerns a goal for a single date other than `day`.
  func isOver(_ edit: GoalEdit, on day: LocalDay) -> Bool {
    guard let id = edit.goal, case .only(let date)? = self[id]?.schedule else { return false }
    return date != day
  }

  /// Disables the goals for a single date other than `day`.
  mutating func switchOffGoals(notFor day: LocalDay) {
    for (index, goal) in goals.enumerated() {
      guard case .only(let date) = goal.schedule, date != day, goal.isEnabled else { continue }
      goals[index] = goal.switchedOff()
    }
  }
}

extension GoalPlan: Codable {
  private enum Key: String, CodingKey { case goals, strategy }

  /// Decodes a plan; one that the initialiser refuses is corrupt data.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let goals = try container.decode([PracticeGoal].self, forKey: .goals)
    let strategy = try container.decode(Strategy.self, forKey: .strategy)
    do {
      try self.init(goals, strategy: strategy)
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: container.codingPath, debugDescription: "\(error)"))
    }
  }
}

/// The errors of a goal.
public enum GoalError: Error, Equatable, Sendable {
  /// The target is outside the metric's range.
  case targetOutOfRange(metric: PracticeMetric, required: ClosedRange<Int>, actual: Int)
  /// Two goals of one plan have the same name.
  case repeatedGoal(GoalID)
}

extension GoalError: CustomStringConvertible {
  /// One sentence for a person.
  public var description: String {
    switch self {
    case .targetOutOfRange(let metric, let required, let actual):
      "A goal of \(actual) for \(metric.words) is refused. Choose one from "
        + "\(required.lowerBound) to \(required.upperBound)."
    case .repeatedGoal(let id):
      "There are two goals named \"\(id.words)\". Rename or remove one."
    }
  }
}

/// A player's change to the plan.
public enum GoalEdit: Hashable, Codable, Sendable {
  /// Adds a goal, or replaces the one with the same name.
  case set(PracticeGoal)
  /// Removes a goal.
  case remove(GoalID)
  /// Changes the strategy.
  case join(GoalPlan.Strategy)

  /// Returns true if both edits change the same thing, so that the later one replaces the earlier.
  func concerns(theSameAs other: GoalEdit) -> Bool {
    switch (self, other) {
    case (.join, .join): true
    case (.join, _), (_, .join): false
    case (.set, _), (.remove, _): goal == other.goal
    }
  }

  /// The goal that the edit concerns; `nil` for one of the strategy.
  var goal: GoalID? {
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
