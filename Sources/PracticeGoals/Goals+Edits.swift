// SPDX-License-Identifier: MIT

extension Goals {
  /// Applies an edit at once if it does not make today easier, and otherwise defers it.
  ///
  /// A new edit replaces a deferred one of the same goal.
  mutating func take(_ edit: GoalEdit, today: PracticeDay, now: WallTime) -> [GoalsEffect] {
    if let refusal = refusal(of: edit, today: today) { return [.report(refusal)] }
    var edited = plan
    edited.apply(edit)
    let evaluator = GoalEvaluator(plan: plan, today: today, amounts: amounts, now: now)
    if evaluator.demand(of: edited).implies(evaluator.demand(of: plan)) {
      if edited != plan { keep(plan, through: today.day.previous) }
      apply(edit, today: today.day)
      return fetches(for: edit, today: today)
    }
    if case .set(let goal) = edit, case .only = goal.schedule {
      return [.report(.easierToday(goal.id))]
    }
    let isWaiting = deferredEdits.contains { $0.edit.concerns(theSameAs: edit) }
    if case .remove(let id) = edit, case .only = plan[id]?.schedule, !isWaiting {
      return [.report(.endsToday(id))]
    }
    deferredEdits.removeAll { $0.edit.concerns(theSameAs: edit) }
    deferredEdits.append(DeferredEdit(edit: edit, firstDay: today.day.next))
    return [.report(.editWaits(edit, until: today.day.next))]
  }

  /// Applies an edit at once.
  ///
  /// A goal for today alone replaces the goal of its name only until the next day.
  mutating func apply(_ edit: GoalEdit, today: LocalDay) {
    if case .set(let goal) = edit, case .only = goal.schedule {
      keepForTomorrow(goal.id, today: today)
    } else {
      deferredEdits.removeAll { $0.edit.concerns(theSameAs: edit) }
    }
    plan.apply(edit)
  }

  /// Defers the present goal of a name to the next day, unless another edit of it waits already.
  private mutating func keepForTomorrow(_ id: GoalID, today: LocalDay) {
    guard let goal = plan[id], goal.isEnabled else { return }
    if case .only = goal.schedule { return }
    let edit = GoalEdit.set(goal)
    guard !deferredEdits.contains(where: { $0.edit.concerns(theSameAs: edit) }) else { return }
    deferredEdits.append(DeferredEdit(edit: edit, firstDay: today.next))
  }

  private func refusal(of edit: GoalEdit, today: PracticeDay) -> GoalsDiagnostic? {
    switch edit {
    case .set(let goal):
      guard case .only(let day) = goal.schedule, day != today.day else { return nil }
      return .dayIsNotToday(goal.id, day: day, today: today.day)
    case .remove(let id):
      let isWaiting = deferredEdits.contains { $0.edit.concerns(theSameAs: edit) }
      return plan[id] == nil && !isWaiting ? .unknownGoal(id) : nil
    case .join: return nil
    }
  }

  /// Returns a fetch for a metric that was never read.
  func fetches(for edit: GoalEdit, today: PracticeDay) -> [GoalsEffect] {
    guard case .set(let goal) = edit, goal.isEnabled, goal.schedule.includes(today.day),
      goal.metric != .timeOfDay, amounts[goal.metric] == nil
    else { return [] }
    return [.fetch(goal.metric, day: today)]
  }
}
