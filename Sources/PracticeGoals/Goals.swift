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
  /// The plans of earlier days, in order; `nil` if none differs from the plan in force.
  var pastPlans: [PastPlan]?
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

extension Goals {
  /// Applies one action, after advancing to its time, which may begin a new day.
  ///
  /// A calendar is taken before that: a day that begins then is a day of this calendar.
  ///
  /// - Parameter event: the action and its time. Times may be late, far apart or decreasing.
  /// - Returns: the effects in order.
  public mutating func reduce(_ event: Timed<GoalsAction>) -> [GoalsEffect] {
    if case .calendarChanged(let calendar) = event.action { use(calendar) }
    var effects = openDay(at: event.now)
    if case .tick = event.action { return effects }
    guard let today else { return effects }
    switch event.action {
    case .tick, .calendarChanged: break
    case .refresh: effects = reports(effects) + fetches(today)
    case .measured(let metric, let amount, let day):
      effects += note(metric, amount, of: day, today: today.day)
    case .fetchFailed(let metric, let error):
      failures.removeAll { $0.metric == metric }
      failures.append(Failure(metric: metric, error: error))
    case .choose(let edit):
      apply(edit, today: today.day)
      effects += fetches(for: edit, today: today)
    case .edit(let edit): effects += take(edit, today: today, now: event.now)
    }
    return effects
  }

  /// Takes the calendar of the next day; the open day keeps its end.
  package mutating func use(_ calendar: LocalCalendar) { self.calendar = calendar }

  /// Keeps the open day, or begins the next one when it is due.
  private mutating func openDay(at now: WallTime) -> [GoalsEffect] {
    guard let previous = today else {
      let first = PracticeDay(at: now, calendar: calendar)
      begin(first)
      return fetches(first)
    }
    guard let next = previous.successor(at: now, calendar: calendar) else { return [] }
    begin(next)
    let report: [GoalsEffect] =
      next.day < previous.day
      ? [.report(.dayWentBack(from: previous.day, to: next.day))] : []
    return report + fetches(next)
  }

  /// Begins a day without amounts and failures, which belong to the day before.
  private mutating func begin(_ day: PracticeDay) {
    let ended = today?.day ?? day.day.previous
    today = day
    amounts.restart()
    failures = []
    for date in datesOfChanges(after: ended, through: day.day) { changePlan(on: date) }
  }

  /// Returns the dates on which the plan can change, so that days without an action change nothing.
  ///
  /// - Parameters:
  ///   - ended: the day before.
  ///   - day: the day that begins, which comes before `ended` if the clock went back.
  /// - Returns: the dates in order, the last of them `day`.
  private func datesOfChanges(after ended: LocalDay, through day: LocalDay) -> [LocalDay] {
    // A goal for a single date is over on the first day, or the second if it is for the first.
    let dates = [ended.next, ended.next.next] + deferredEdits.map(\.firstDay)
    return Set(dates.filter { $0 > ended && $0 < day } + [day]).sorted()
  }

  /// Applies the edits that are due on a date, and disables the goals of other dates.
  private mutating func changePlan(on date: LocalDay) {
    let before = plan
    var due = deferredEdits.filter { $0.firstDay <= date }
    for waiting in deferredEdits
    where waiting.firstDay > date && plan.isOver(waiting.edit, on: date) {
      if restoreGoal(before: waiting.edit, on: date) { due.append(waiting) }
    }
    for waiting in due { plan.apply(waiting.edit) }
    deferredEdits.removeAll { due.contains($0) }
    plan.switchOffGoals(notFor: date)
    if plan != before { keep(before, through: date.previous) }
  }

  /// Restores the goal that a goal for a single date replaced, because the clock went back to an
  /// earlier date.
  ///
  /// - Parameters:
  ///   - edit: the edit that waits for the day after that date.
  ///   - date: the earlier date.
  /// - Returns: true if the edit applies at once, because it does not make the date easier.
  private mutating func restoreGoal(before edit: GoalEdit, on date: LocalDay) -> Bool {
    guard let today, let replaced = edit.goal.flatMap({ keptPlan(on: date)?[$0] })
    else { return true }
    plan.apply(.set(replaced))
    var edited = plan
    edited.apply(edit)
    let evaluator = GoalEvaluator(plan: plan, today: today, amounts: amounts, now: today.start)
    return evaluator.demand(of: edited).implies(evaluator.demand(of: plan))
  }

  private mutating func note(
    _ metric: PracticeMetric, _ amount: Double, of day: LocalDay, today: LocalDay
  ) -> [GoalsEffect] {
    guard metric != .timeOfDay else { return [.report(.timeIsNotMeasured)] }
    guard day == today else {
      return [.report(.readingOfAnotherDay(metric, day: day, today: today))]
    }
    guard amount >= 0, amount.isFinite else { return [.report(.amountRefused(metric))] }
    guard amount <= metric.largestAmount else { return [.report(.amountTooLarge(metric))] }
    amounts.set(metric, to: amount)
    failures.removeAll { $0.metric == metric }
    return []
  }

  /// Returns a fetch for each metric that today needs.
  ///
  /// Practice is always fetched, because a workout counts it.
  private func fetches(_ day: PracticeDay) -> [GoalsEffect] {
    var metrics: [PracticeMetric] = [.practiceMinutes]
    for goal in plan.goals
    where goal.isEnabled && goal.schedule.includes(day.day) && goal.metric != .timeOfDay
      && !metrics.contains(goal.metric)
    {
      metrics.append(goal.metric)
    }
    return metrics.map { .fetch($0, day: day) }
  }

  private func reports(_ effects: [GoalsEffect]) -> [GoalsEffect] {
    effects.filter { if case .report = $0 { true } else { false } }
  }
}
