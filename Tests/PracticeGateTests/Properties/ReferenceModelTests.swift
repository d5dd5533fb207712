// SPDX-License-Identifier: MIT

import PracticeGate
import PracticeGoals
import PracticeTesting
import Testing

/// The session policy with remaining times instead of ends: each step reduces them by the advance
/// of the clock.
private struct SessionModel {
  enum Phase { case locked, earning, unlocked, expired }
  var phase = Phase.locked
  var progress = 0.0
  var left: Int64 = 0
  var last: Int64?
  let terms: SessionTerms

  mutating func take(_ action: GateAction, at now: Int64) {
    let elapsed = max(0, now - (last ?? now))
    last = now
    left -= elapsed
    if phase == .unlocked && left <= 0 {
      phase = .expired
      left += Int64(terms.graceSeconds) * 1000
    }
    if phase == .expired && left <= 0 { phase = .locked }
    switch action {
    case .startWorkout where phase == .locked || phase == .expired:
      phase = .earning
      progress = 0
    case .recordProgress(let value) where phase == .earning:
      progress = max(progress, min(max(value, 0), 1))
      if progress == 1 {
        phase = .unlocked
        left = Int64(terms.unlockMinutes) * 60_000
      }
    case .cancelWorkout where phase == .earning: phase = .locked
    case .lockNow where phase == .unlocked: phase = .locked
    default: break
    }
  }
}

@Suite("The gate compared with reference models")
struct ReferenceModelTests {
  @Test(
    "the session policy equals a model of remaining time that only decreases", arguments: 0..<200)
  func session(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let terms = SessionTerms.made(
      workoutMinutes: 1, unlockMinutes: 2, graceSeconds: Int.random(in: 0...60, using: &random))
    var gate = Gate(targets: targets("domain:a"), policy: .session(terms), state: .locked)
    var model = SessionModel(terms: terms)
    var now = moment("2026-11-21T08:00:00Z")
    for count in 0..<200 {
      let steps: [Int64] = [0, 1, 999, 1000, 1001, 20_000, 60_000, 120_000, 86_400_000]
      let step = steps[Int.random(in: 0..<9, using: &random)]
      now = now.advanced(
        byMilliseconds: Int.random(in: 0..<6, using: &random) == 0 ? -step : step)
      let actions: [GateAction] = [
        .tick, .tick, .startWorkout, .recordProgress(1), .cancelWorkout, .lockNow,
        .recordProgress(Double.random(in: -0.5...1.2, using: &random)), .startWorkout,
      ]
      let action = actions[Int.random(in: 0..<8, using: &random)]
      _ = gate.reduce(Timed(action, now: now))
      model.take(action, at: now.milliseconds)
      let reading = gate.reading(at: now)
      let seconds = Int((model.left + 999) / 1000)
      let agrees =
        switch (reading.state, model.phase) {
        case (.locked, .locked): true
        case (.earning(let progress), .earning): progress.value == model.progress
        case (.unlocked, .unlocked): reading.unlockSecondsRemaining == seconds
        case (.expired, .expired): reading.graceSecondsRemaining == seconds
        default: false
        }
      guard agrees else {
        Issue.record("seed \(seed), action \(count): \(action) gave \(reading), not \(model)")
        return
      }
    }
  }

  // In closed form, for clocks that run forward: open exactly when today's goal is met and
  // today was not forfeited while it was open.
  @Test(
    "the daily policy equals a model that is open if the goals are met and not forfeited",
    arguments: 0..<200)
  func daily(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var practice = Practice(calendar: .utc, targets: targets("domain:a"))
    var now = moment("2026-11-21T08:00:00Z")
    for step in [Onboarding.Action.proceed, .dataAuthorized, .blockerAuthorized] {
      _ = practice.reduce(Timed(.onboarding(step), now: now))
    }
    _ = practice.reduce(
      Timed(.measured(.practiceMinutes, amount: 0, day: date("2026-11-21")), now: now))
    var totals: [Int64: Double] = [:]
    var forfeited: Set<Int64> = []
    for count in 0..<200 {
      now = now.advanced(bySeconds: Int.random(in: 0...7200, using: &random))
      let day = now.milliseconds / 86_400_000
      let wasOpen = totals[day, default: 0] >= 20 && !forfeited.contains(day)
      let action: PracticeAction
      switch Int.random(in: 0..<8, using: &random) {
      case 0..<3:
        let amount = totals[day, default: 0] + Double.random(in: 0...8, using: &random)
        totals[day] = amount
        action = .measured(
          .practiceMinutes, amount: amount, day: LocalDay(daysSinceEpoch: Int(day)))
      case 3:
        if wasOpen { forfeited.insert(day) }
        action = .lockNow
      case 4: action = .fetchFailed(.practiceMinutes, .notAvailable)
      case 5: action = .startWorkout
      case 6: action = .cancelWorkout
      default: action = .tick
      }
      _ = practice.reduce(Timed(action, now: now))
      let isOpen = totals[day, default: 0] >= 20 && !forfeited.contains(day)
      guard practice.gate.accessibleTargets(at: now).isEmpty == !isOpen else {
        Issue.record("seed \(seed), action \(count): \(action) at \(now.milliseconds)")
        return
      }
    }
  }
}
