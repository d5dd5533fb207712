// SPDX-License-Identifier: MIT

public import PracticeGoals

extension Gate {
  /// Applies one action, after advancing to its time.
  ///
  /// - Parameter event: the action and its time. Times may be late, far apart or decreasing.
  /// - Returns: the effects: reports, and last the block order if it changed.
  public mutating func reduce(_ event: Timed<GateAction>) -> [GateEffect] {
    let before = blockOrder
    var effects = apply(event).map { GateEffect.report($0) }
    if let order = blockOrder, order != before { effects.append(.enforce(order)) }
    return effects
  }

  /// Applies one action without emitting the block order.
  mutating func apply(_ event: Timed<GateAction>) -> [GateDiagnostic] {
    var reports = advance(to: event.now, uptime: event.uptimeInMilliseconds)
    switch event.action {
    case .tick: break
    case .startWorkout: reports += startWorkout()
    case .recordProgress(let value): reports += recordProgress(value, now: event.now)
    case .cancelWorkout: reports += cancelWorkout()
    case .lockNow: reports += lockNow()
    case .takeExit(let day, let end): takeExit(day, until: end)
    case .goalsEvaluated(let evaluation): applyVerdict(evaluation)
    case .enforce: enforce()
    case .setTargets(let names): reports += setTargets(names)
    case .setPolicy(let policy): self.policy = policy
    }
    return reports
  }

  /// Advances to `now`.
  ///
  /// When the clock was set back, every end moves back with it, so the remaining time stays the
  /// same. With an uptime, this also covers a clock that is set back often in small steps, or
  /// stopped.
  private mutating func advance(to now: WallTime, uptime: Int64?) -> [GateDiagnostic] {
    var reports: [GateDiagnostic] = []
    let step = clockSetback(at: now, uptime: uptime)
    if step > 0 {
      state = state.ending(earlierByMilliseconds: step)
      reports.append(.clockWentBack(milliseconds: step))
    }
    latest = now
    let settled = state.settled(at: now, policy: policy)
    if case .unlocked(.day(let day, _)) = state, settled != state { spend(day) }
    state = settled
    return reports
  }

  /// Returns the time by which the wall clock fell behind since the last action, in milliseconds.
  private mutating func clockSetback(at now: WallTime, uptime: Int64?) -> Int64 {
    let back = max(0, latest?.milliseconds(since: now) ?? 0)
    // A step back that the wall clock shows must not count again through the uptime.
    let lead = clockLead.map { min(max($0, Self.leads.lowerBound), Self.leads.upperBound) - back }
    guard let uptime, Self.uptimes.contains(uptime) else {
      clockLead = lead
      return back
    }
    let current = now.milliseconds - uptime
    guard let lead, lead - current > Self.slack else {
      // After a restart of the machine, or when the clock is put forward, the lead grows.
      clockLead = max(lead ?? current, current)
      return back
    }
    clockLead = current
    return back + lead - current
  }

  /// The valid uptimes in milliseconds: up to a thousand years.
  private static let uptimes: ClosedRange<Int64> = 0...(1000 * 366 * 86_400_000)
  /// The possible leads; a damaged file can hold any number.
  private static let leads: ClosedRange<Int64> =
    (WallTime.range.lowerBound - uptimes.upperBound)...WallTime.range.upperBound
  /// The tolerance between two clocks that are read one after the other, in milliseconds.
  private static let slack: Int64 = 1000

  private mutating func startWorkout() -> [GateDiagnostic] {
    switch state {
    case .locked, .expired:
      state = .earning(progress: .none)
      return []
    case .earning, .unlocked: return [.startIgnored(state)]
    }
  }

  private mutating func recordProgress(_ value: Double, now: WallTime) -> [GateDiagnostic] {
    guard let progress = PracticeProgress(value) else { return [.progressNotANumber] }
    switch (state, policy) {
    case (.locked, _), (.unlocked, _), (.expired, _): return [.noWorkout(state)]
    case (.earning, .daily): return [.goalsDecide]
    case (.earning(let before), .session(let terms)):
      let cut: [GateDiagnostic] = value == progress.value ? [] : [.progressOutOfRange(value)]
      guard progress >= before else {
        return cut + [.progressWentBack(from: before, to: progress)]
      }
      state =
        progress == .complete
        ? .unlocked(.session(until: now.advanced(bySeconds: 60 * terms.unlockMinutes)))
        : .earning(progress: progress)
      return cut
    }
  }

  private mutating func cancelWorkout() -> [GateDiagnostic] {
    switch state {
    case .earning:
      state = .locked
      return []
    case .locked, .unlocked, .expired: return [.noWorkout(state)]
    }
  }

  private mutating func lockNow() -> [GateDiagnostic] {
    switch state {
    case .unlocked(.session), .unlocked(.exit):
      state = .locked
      return []
    case .unlocked(.day(let day, _)):
      state = .locked
      spend(day)
      return []
    case .unlocked(.notEnforced), .locked, .earning, .expired: return [.nothingToForfeit(state)]
    }
  }

  /// Unlocks until the end of a day, whatever its goals say.
  ///
  /// An exit that is in force ends there again if a clock that was set back had moved its end.
  private mutating func takeExit(_ day: LocalDay, until end: WallTime) {
    guard latest.map({ $0 < end }) ?? true else { return }
    switch state {
    case .locked, .earning, .expired, .unlocked(.notEnforced), .unlocked(.exit):
      state = .unlocked(.exit(day, until: end))
    case .unlocked(.day), .unlocked(.session): break
    }
  }

  private mutating func enforce() {
    switch (state, policy) {
    case (.unlocked(.notEnforced), .session): state = .locked
    case (.unlocked, _), (.locked, _), (.earning, _), (.expired, _): break
    }
  }

  private mutating func setTargets(_ names: [String]) -> [GateDiagnostic] {
    let named = names.map { TargetID(rawValue: $0) }
    let refused = zip(names, named).filter { $0.1 == nil }.map(\.0)
    var seen: Set<TargetID> = []
    let repeated = TargetList(named.compactMap { $0 }.filter { !seen.insert($0).inserted })
    targets = TargetList(named.compactMap { $0 })
    var reports: [GateDiagnostic] = []
    if !refused.isEmpty { reports.append(.namesRefused(refused)) }
    if !repeated.targets.isEmpty { reports.append(.namesRepeated(repeated.targets)) }
    if targets.targets.isEmpty { reports.append(.noTargets) }
    return reports
  }
}
