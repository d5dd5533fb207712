// SPDX-License-Identifier: MIT

/// The evaluator that decides whether the goals are met.
public struct GoalEvaluator: Sendable {
  private let plan: GoalPlan
  private let today: PracticeDay
  private let amounts: MetricAmounts
  private let now: WallTime

  /// Makes an evaluator for one time.
  public init(plan: GoalPlan, today: PracticeDay, amounts: MetricAmounts, now: WallTime) {
    self.plan = plan
    self.today = today
    self.amounts = amounts
    self.now = now
  }

  /// The status of each enabled goal of the day, in the plan's order.
  public var statuses: [GoalStatus] {
    plan.goals.filter(counts).map { goal in
      let (state, amount) = evaluate(goal)
      return GoalStatus(goal: goal, amount: amount, state: state)
    }
  }

  /// The verdict and the progress.
  ///
  /// - Complexity: O(goals). Does not allocate.
  public var evaluation: GoalEvaluation {
    var tally = Tally()
    let goals = plan.goals.span
    for index in goals.indices where counts(goals[index]) {
      let (state, amount) = evaluate(goals[index])
      tally.add(state, Self.progress(amount, of: goals[index].target))
    }
    return GoalEvaluation(
      verdict: tally.verdict(plan.strategy), progress: tally.progress(plan.strategy),
      day: today.day, dayEnd: today.end)
  }

  /// Returns the remaining requirements of the day under `plan`.
  func demand(of plan: GoalPlan) -> Demand {
    let goals = plan.goals.filter(counts)
    let open = goals.filter { evaluate($0).state != .met }
    let requirements = open.map { Demand.Requirement(metric: $0.metric, target: $0.target) }
    switch plan.strategy {
    case .all: return requirements.isEmpty ? .nothing : .all(requirements)
    case .any: return open.count < goals.count || goals.isEmpty ? .nothing : .any(requirements)
    }
  }

  /// Returns true if a goal applies today.
  func counts(_ goal: PracticeGoal) -> Bool { goal.isEnabled && goal.schedule.includes(today.day) }

  /// Returns the state and the amount of a goal.
  private func evaluate(_ goal: PracticeGoal) -> (state: GoalStatus.State, amount: Double?) {
    if goal.metric == .timeOfDay { return evaluateTime(of: goal) }
    let amount = amounts[goal.metric]
    if goal.target == 0 { return (.met, amount) }
    guard let amount else { return (.unknown, nil) }
    return (amount >= Double(goal.target) ? .met : .unmet, amount)
  }

  /// Returns the state of a goal with a time of day.
  ///
  /// Once the target is reached, it stays reached even if clocks are put back by an hour.
  private func evaluateTime(of goal: PracticeGoal) -> (GoalStatus.State, Double?) {
    let isReached =
      goal.target == 0 || now >= today.calendar.time(ofMinute: goal.target, on: today.day)
    let shown =
      now < today.start ? 0 : now >= today.end ? 1440 : today.calendar.minuteOfDay(at: now)
    // A target in the night at the end of the day is not near in the morning.
    let dayStart = today.calendar.dayStartsAtMinute
    let minute = goal.target < dayStart && shown >= dayStart ? 0 : shown
    return isReached
      ? (.met, Double(max(minute, goal.target))) : (.unmet, Double(min(minute, goal.target - 1)))
  }

  private static func progress(_ amount: Double?, of target: Int) -> PracticeProgress {
    if target == 0 { return .complete }
    return amount.flatMap { PracticeProgress($0 / Double(target)) } ?? .none
  }
}

/// The counts of goals by state.
private struct Tally {
  var met = 0
  var unmet = 0
  var unknown = 0
  var sum = 0.0
  var best = PracticeProgress.none

  mutating func add(_ state: GoalStatus.State, _ progress: PracticeProgress) {
    switch state {
    case .met: met += 1
    case .unmet: unmet += 1
    case .unknown: unknown += 1
    }
    sum += progress.value
    best = max(best, progress)
  }

  /// Evaluates an unknown goal both ways, and returns a verdict if both agree.
  func verdict(_ strategy: GoalPlan.Strategy) -> GoalVerdict {
    if met + unmet + unknown == 0 { return .noGoals }
    switch strategy {
    case .all: return unmet > 0 ? .shouldBlock : unknown > 0 ? .undecided : .met
    case .any: return met > 0 ? .met : unknown > 0 ? .undecided : .shouldBlock
    }
  }

  func progress(_ strategy: GoalPlan.Strategy) -> PracticeProgress {
    let count = met + unmet + unknown
    if count == 0 { return .complete }
    switch strategy {
    case .all: return PracticeProgress(sum / Double(count)) ?? .none
    case .any: return best
    }
  }
}
