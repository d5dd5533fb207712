// SPDX-License-Identifier: MIT

/// The state of the goals: the plan, the open day, and the known amounts.
public struct Goals: Hashable, Codable, Sendable {
  /// A source that could not be read.
  public struct Failure: Hashable, Codable, Sendable {
    /// The metric.
    public let metric: PracticeMetric
    /// The error.
    public let error: PracticeDataError
  }

  /// The plan in force.
  public internal(set) var plan: GoalPlan
  /// The edits that are deferred to a later day, in the order in which they were made.
  public internal(set) var deferredEdits: [DeferredEdit] = []
  /// The calendar of the next day.
  public internal(set) var calendar: LocalCalendar
  /// The open day; `nil` before the first action.
  public internal(set) var today: PracticeDay?
  /// The known amounts of today.
  public internal(set) var amounts = MetricAmounts()
  /// The sources that could not be read, shown with a retry; their amounts are unchanged.
  public internal(set) var failures: [Failure] = []

  /// Makes the state before the first action.
  ///
  /// - Parameters:
  ///   - plan: the goals.
  ///   - calendar: the calendar of the local time zone.
  public init(plan: GoalPlan = .standard, calendar: LocalCalendar) {
    self.plan = plan
    self.calendar = calendar
  }

  /// Returns the evaluation of today.
  ///
  /// - Parameter now: the time.
  /// - Returns: the verdict and progress of the open day; `nil` before the first action.
  /// - Complexity: O(goals).
  public func evaluation(at now: WallTime) -> GoalEvaluation? { evaluator(at: now)?.evaluation }

  /// Returns the status of each goal in the plan's order.
  ///
  /// - Parameter now: the time.
  /// - Returns: the enabled goals of the open day; none before the first action.
  public func statuses(at now: WallTime) -> [GoalStatus] {
    evaluator(at: now)?.statuses ?? []
  }

  func evaluator(at now: WallTime) -> GoalEvaluator? {
    today.map { GoalEvaluator(plan: plan, today: $0, amounts: amounts, now: now) }
  }
}
