// SPDX-License-Identifier: MIT

/// The goals, the day that counts, and what is known of it: the state of the goals' reducer.
public struct Goals: Hashable, Codable, Sendable {
  /// A source that could not be read.
  public struct Failure: Hashable, Codable, Sendable {
    /// What could not be read.
    public let metric: PracticeMetric
    /// Why.
    public let error: PracticeDataError
  }

  /// The goals in force.
  public internal(set) var plan: GoalPlan
  /// The edits that wait for a later day, in the order they were made.
  public internal(set) var deferredEdits: [DeferredEdit] = []
  /// The zone that the next day will be lived in.
  public internal(set) var calendar: LocalCalendar
  /// The day that counts; `nil` before the first action.
  public internal(set) var today: PracticeDay?
  /// What is known of today.
  public internal(set) var amounts = MetricAmounts()
  /// What could not be read, to be shown with a retry; the amounts of these stand as they were.
  public internal(set) var failures: [Failure] = []

  /// Makes the state before the first action.
  ///
  /// - Parameters:
  ///   - plan: the goals.
  ///   - calendar: the zone.
  public init(plan: GoalPlan = .standard, calendar: LocalCalendar) {
    self.plan = plan
    self.calendar = calendar
  }

  /// Returns what the goals say about today.
  ///
  /// - Parameter now: the moment.
  /// - Returns: the verdict and progress of the open day; `nil` before the first action.
  /// - Complexity: O(goals).
  public func evaluation(at now: WallTime) -> GoalEvaluation? { evaluator(at: now)?.evaluation }

  /// Returns where each goal stands, in the plan's order.
  ///
  /// - Parameter now: the moment.
  /// - Returns: the enabled goals of the open day; none before the first action.
  public func standings(at now: WallTime) -> [GoalStanding] {
    evaluator(at: now)?.standings ?? []
  }

  func evaluator(at now: WallTime) -> GoalEvaluator? {
    today.map { GoalEvaluator(plan: plan, today: $0, amounts: amounts, now: now) }
  }
}
