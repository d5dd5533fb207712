// SPDX-License-Identifier: MIT

public import PracticeGoals

extension Practice {
  /// Applies one action: first its time, then the action, then its consequences for the gate.
  ///
  /// - Parameter event: the action and its time. Times may be late, far apart or decreasing.
  /// - Returns: the effects in order, with one block order at most.
  public mutating func reduce(_ event: Timed<PracticeAction>) -> [PracticeEffect] {
    if case .tick = event.action { return tick(event) }
    let before = self
    var effects = adopt(event.action)
    effects += advance(to: event.now, uptime: event.uptimeInMilliseconds)
    // A new day and a start may request the same data, which is fetched once.
    effects += perform(event.action, now: event.now).filter { !effects.contains($0) }
    join(at: event.now)
    effects += orders(for: event.action, since: before.gate.blockOrder)
    var sameTime = before
    sameTime.gate.latest = gate.latest
    sameTime.gate.clockLead = gate.clockLead
    if self != sameTime { effects.append(.persist) }
    return effects
  }

  /// Advances the time only, without a copy of the state, because it happens every second.
  private mutating func tick(_ event: Timed<PracticeAction>) -> [PracticeEffect] {
    let before = gate
    var effects = advance(to: event.now, uptime: event.uptimeInMilliseconds)
    join(at: event.now)
    effects += orders(for: .tick, since: before.blockOrder)
    // Only a new day changes the goals by time alone, and it then requests data.
    if !effects.isEmpty || gate.state != before.state || gate.spentDay != before.spentDay {
      effects.append(.persist)
    }
    return effects
  }

  /// Advances the time of goals and gate.
  private mutating func advance(to now: WallTime, uptime: Int64?) -> [PracticeEffect] {
    let previous = goals.today?.day
    let before = gate
    let counted = before.latest.flatMap { countedDay(at: $0) }
    let effects = goals.reduce(Timed(.tick, now: now))
    let tick = Timed(GateAction.tick, now: now, uptimeInMilliseconds: uptime)
    let diagnostics = gate.apply(tick)
    let reports = reports(effects, now) + reports(diagnostics)
    guard let previous, let today = goals.today?.day, today != previous else {
      return reports + (counted.map { recount(since: $0, now) } ?? [])
    }
    if today < previous { gate.interrupt(previous, before) }
    applyDeferredTargets(on: today, now)
    // A later day starts without practice. For a day that began again the amount is unknown.
    creditedMinutes = today > previous ? 0 : nil
    // Under the daily policy a workout belongs to the goals of its day, and ends with it.
    if case (.daily, .earning) = (gate.policy, gate.state) {
      _ = gate.apply(Timed(.cancelWorkout, now: now))
    }
    return reports
  }

  /// Reads the data again if a clock that was set back, or its correction, changed the time from
  /// which practice counts for the open day.
  private mutating func recount(since before: PracticeDay, _ now: WallTime) -> [PracticeEffect] {
    guard countedDay(at: now) != before else { return [] }
    // Practice of another time must not count for the workout.
    creditedMinutes = nil
    return reduce(goals: .refresh, now)
  }

  private mutating func perform(_ action: PracticeAction, now: WallTime) -> [PracticeEffect] {
    switch action {
    case .tick, .calendarChanged: []
    case .started, .restored, .refresh: reduce(goals: .refresh, now)
    case .startWorkout: startWorkout(now)
    case .cancelWorkout: reduce(gate: .cancelWorkout, now)
    case .lockNow: lockNow(now)
    case .measured(let metric, let amount, let day):
      reduce(goals: .measured(metric, amount: amount, day: day), now)
        + (metric == .practiceMinutes ? creditWorkout(now) : [])
    case .fetchFailed(let metric, let error): reduce(goals: .fetchFailed(metric, error), now)
    case .orderEnforced: setBlockFailure(nil)
    case .orderFailed(let error): setBlockFailure(error)
    case .edit(let edit):
      reduce(goals: onboarding.step == .done ? .edit(edit) : .choose(edit), now)
    case .setTargets(let names): setTargets(names, now)
    case .addTargets(let names): addTargets(names, now)
    case .removeTargets(let names): removeTargets(names, now)
    case .exitTaken(let time, let day): takeExit(at: time, day: day, now)
    case .setPolicy(let policy): reduce(gate: .setPolicy(policy), now)
    case .onboarding(let action): onboarding.reduce(action).map { .onboarding($0) }
    }
  }

  /// Applies the goals to the gate, once the onboarding is complete.
  private mutating func join(at now: WallTime) {
    guard onboarding.step == .done else { return }
    switch gate.policy {
    case .session: _ = gate.apply(Timed(.enforce, now: now))
    case .daily:
      guard let evaluation = goals.evaluation(at: now) else { return }
      _ = gate.apply(Timed(.goalsEvaluated(evaluation), now: now))
    }
  }

  /// Returns the block order when it changed or must be enforced again.
  private func orders(
    for action: PracticeAction, since before: BlockOrder?
  ) -> [PracticeEffect] {
    guard let order = gate.blockOrder else { return [] }
    let isAnew =
      switch action {
      case .started, .restored: true
      case .refresh: blockFailure != nil
      default: false
      }
    return isAnew || order != before ? [.enforce(order)] : []
  }

  /// Applies an action that must come before time advances: a stored state, or a calendar.
  private mutating func adopt(_ action: PracticeAction) -> [PracticeEffect] {
    switch action {
    case .restored(let snapshot):
      do throws(PracticeSnapshot.Refusal) {
        self = try snapshot.restored()
      } catch {
        return [.reportSnapshot(error)]
      }
    case .calendarChanged(let calendar): goals.use(calendar)
    default: break
    }
    return []
  }

  private mutating func setBlockFailure(_ failure: BlockerError?) -> [PracticeEffect] {
    blockFailure = failure
    return []
  }
}
