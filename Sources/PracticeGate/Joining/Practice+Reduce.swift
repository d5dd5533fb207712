// SPDX-License-Identifier: MIT

public import PracticeGoals

extension Practice {
  /// Takes one action: its moment first, then what it says, then what follows for the gate.
  ///
  /// - Parameter event: the action and its moment. Moments may be late, far apart or run backwards.
  /// - Returns: what the world is to do, in order; shields at most once.
  public mutating func reduce(_ event: Timed<PracticeAction>) -> [PracticeEffect] {
    if case .tick = event.action { return tick(event) }
    let before = self
    var effects = adopt(event.action)
    effects += advance(to: event.now, uptime: event.uptimeInMilliseconds)
    // A new day and a start ask for the same data: once is enough.
    effects += perform(event.action, now: event.now).filter { !effects.contains($0) }
    join(at: event.now)
    effects += orders(for: event.action, since: before.gate.shields)
    var sameTime = before
    sameTime.gate.latest = gate.latest
    sameTime.gate.clockLead = gate.clockLead
    if self != sameTime { effects.append(.persist) }
    return effects
  }

  /// Lets time pass and nothing else: what comes every second, without a copy of all there is.
  private mutating func tick(_ event: Timed<PracticeAction>) -> [PracticeEffect] {
    let before = gate
    var effects = advance(to: event.now, uptime: event.uptimeInMilliseconds)
    join(at: event.now)
    effects += orders(for: .tick, since: before.shields)
    // The goals change by time only with the day, and then ask for data.
    if !effects.isEmpty || gate.state != before.state || gate.spentDay != before.spentDay {
      effects.append(.persist)
    }
    return effects
  }

  /// Lets time pass for goals and gate.
  private mutating func advance(to now: WallTime, uptime: Int64?) -> [PracticeEffect] {
    let previous = goals.today?.day
    let effects = reports(goals.reduce(Timed(.tick, now: now)))
    let tick = Timed(GateAction.tick, now: now, uptimeInMilliseconds: uptime)
    let reports = effects + reports(gate.take(tick))
    guard let previous, let today = goals.today?.day, today != previous else { return reports }
    // A new day has had no practice yet; of a day that began again nobody knows.
    creditedMinutes = today > previous ? creditedMinutes.map { _ in 0 } : nil
    // Under the daily policy a workout is for the goals of its day, and ends with it.
    if case (.daily, .earning) = (gate.policy, gate.state) {
      _ = gate.take(Timed(.cancelWorkout, now: now))
    }
    return reports
  }

  private mutating func perform(_ action: PracticeAction, now: WallTime) -> [PracticeEffect] {
    switch action {
    case .tick: []
    case .started, .restored, .refresh: tell(goals: .refresh, now)
    case .startWorkout: startWorkout(now)
    case .cancelWorkout: tell(gate: .cancelWorkout, now)
    case .lockNow: tell(gate: .lockNow, now)
    case .measured(let metric, let amount, let day):
      tell(goals: .measured(metric, amount: amount, day: day), now)
        + (metric == .practiceMinutes ? creditWorkout(now) : [])
    case .fetchFailed(let metric, let error): tell(goals: .fetchFailed(metric, error), now)
    case .shieldsUpdated: noteShields(nil)
    case .shieldsFailed(let error): noteShields(error)
    case .edit(let edit): tell(goals: .edit(edit), now)
    case .calendarChanged(let calendar): tell(goals: .calendarChanged(calendar), now)
    case .setTargets(let names): tell(gate: .setTargets(names), now)
    case .setPolicy(let policy): tell(gate: .setPolicy(policy), now)
    case .onboarding(let action): onboarding.reduce(action).map { .onboarding($0) }
    }
  }

  /// What follows for the gate from the goals, once the gate is on.
  private mutating func join(at now: WallTime) {
    guard onboarding.step == .done else { return }
    switch gate.policy {
    case .session: _ = gate.take(Timed(.enforce, now: now))
    case .daily:
      guard let evaluation = goals.evaluation(at: now) else { return }
      _ = gate.take(Timed(.goalsEvaluated(evaluation), now: now))
    }
  }

  /// The shields, when they are others than before or have to be put up anew.
  private func orders(
    for action: PracticeAction, since before: Shields?
  ) -> [PracticeEffect] {
    guard let shields = gate.shields else { return [] }
    let isAnew =
      switch action {
      case .started, .restored: true
      case .refresh: shieldFailure != nil
      default: false
      }
    return isAnew || shields != before ? [.updateShields(shields)] : []
  }

  /// Puts a kept state in the place of this one, before its time goes on.
  private mutating func adopt(_ action: PracticeAction) -> [PracticeEffect] {
    guard case .restored(let snapshot) = action else { return [] }
    do throws(PracticeSnapshot.Refusal) {
      self = try snapshot.restored()
      return []
    } catch {
      return [.reportSnapshot(error)]
    }
  }

  private mutating func noteShields(_ failure: BlockerError?) -> [PracticeEffect] {
    shieldFailure = failure
    return []
  }
}
