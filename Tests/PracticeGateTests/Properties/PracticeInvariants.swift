// SPDX-License-Identifier: MIT

import PracticeGoals

@testable import PracticeGate

/// The invariants after each action of any history, one check each.
struct PracticeInvariants {
  /// The function that reduces an action: the reducer, or a broken one that the invariants must
  /// detect.
  typealias Step = @Sendable (inout Practice, Timed<PracticeAction>) -> [PracticeEffect]

  static let reducer: Step = { practice, event in practice.reduce(event) }

  /// Returns the first invariant that fails, and the number of events before it; `nil` for none.
  static func violation(
    in history: RandomHistory, step: Step = reducer
  ) -> (sentence: String, count: Int)? {
    var practice = history.start
    // Loops of the standard library take most of the time of unoptimised tests.
    let events = history.events
    var index = 0
    while index < events.count {
      let event = events[index]
      index += 1
      let before = practice
      let effects = step(&practice, event)
      if let sentence = broken(before, event, practice, effects, step) {
        return (sentence, index)
      }
    }
    return nil
  }

  private static func broken(
    _ before: Practice, _ event: Timed<PracticeAction>, _ after: Practice,
    _ effects: [PracticeEffect], _ step: Step
  ) -> String? {
    let now = event.now
    let all = after.gate.targets.targets
    let reading = after.gate.reading(at: now)
    if !(reading.blocked.isEmpty && reading.accessible == all)
      && !(reading.accessible.isEmpty && reading.blocked == all)
    {
      return "blocked and accessible are disjoint and together all targets"
    }
    switch reading.state {
    case .unlocked: break
    case .locked, .earning, .expired:
      if !reading.accessible.isEmpty { return "closed states leave no target accessible" }
    }
    if after.gate.state != reading.state { return "an action leaves the state of its moment" }
    if after.onboarding.step != .done && !reading.blocked.isEmpty {
      return "nothing is enforced before the onboarding is done"
    }
    return brokenInTime(before, now, after) ?? brokenVerdict(now, after)
      ?? brokenOrders(before, event, after, effects, step) ?? brokenFetch(
        before, event, after, step)
      ?? brokenEdit(before, event, after)
  }

  /// Remaining time never grows without a new unlock, nor does a grace.
  private static func brokenInTime(
    _ before: Practice, _ now: WallTime, _ after: Practice
  ) -> String? {
    guard let latest = before.gate.latest else { return nil }
    switch (before.gate.state, after.gate.state) {
    case (.unlocked(.session(let first)), .unlocked(.session(let second))),
      (.expired(let first), .expired(let second)):
      return second.milliseconds(since: now) > first.milliseconds(since: latest)
        ? "remaining time never grows" : nil
    case (.unlocked(.day(let day, let first)), .unlocked(.day(let other, let second))):
      return day == other && second.milliseconds(since: now) > first.milliseconds(since: latest)
        ? "remaining time never grows" : nil
    case (_, .unlocked(.exit(let day, let end))):
      // An exit costs nothing, so it may end at midnight again.
      guard let today = after.goals.today, today.day == day else { return nil }
      return end > today.end ? "an exit ends with its day" : nil
    default: return nil
    }
  }

  /// Under the daily policy the goals decide, once the gate is on.
  private static func brokenVerdict(_ now: WallTime, _ after: Practice) -> String? {
    guard after.onboarding.step == .done, after.gate.policy == .daily,
      let verdict = after.goals.evaluation(at: now)?.verdict
    else { return nil }
    // Only the emergency exit opens what the goals block.
    if case .unlocked(let unlock) = after.gate.state, verdict == .shouldBlock,
      !Self.isExit(unlock)
    {
      return "what the goals block is not open"
    }
    if case .expired = after.gate.state, verdict == .met, after.gate.formerSpentDays == nil,
      after.gate.spentDay == nil
    {
      return "met goals are open"
    }
    return nil
  }

  private static func isExit(_ unlock: Unlock) -> Bool {
    if case .exit = unlock { true } else { false }
  }

  /// A blocker that follows its orders blocks the targets of the gate, and receives each order
  /// once.
  private static func brokenOrders(
    _ before: Practice, _ event: Timed<PracticeAction>, _ after: Practice,
    _ effects: [PracticeEffect], _ step: Step
  ) -> String? {
    var (ordered, isKept): (BlockOrder?, Bool) = (nil, false)
    for effect in effects {
      if case .enforce(let order) = effect {
        if ordered != nil { return "orders are ordered at most once an action" }
        ordered = order
      } else if effect == .persist {
        isKept = true
      }
    }
    if let ordered, ordered != after.gate.blockOrder {
      return "what is ordered is what the gate says"
    }
    if ordered == nil, before.gate.blockOrder != after.gate.blockOrder {
      return "a change of the order is ordered"
    }
    var place = 1
    while place < effects.count {
      if effects[..<place].contains(effects[place]) { return "nothing is asked for twice" }
      place += 1
    }
    guard !isKept else { return nil }
    // The times of the clocks are stored together with the change that they cause. Every action
    // advances them in the same way.
    var later = before
    later.gate.latest = after.gate.latest
    later.gate.clockLead = after.gate.clockLead
    if later != after { return "what changed is kept" }
    let time = ticked(before, event, step)
    return time.gate.latest == after.gate.latest && time.gate.clockLead == after.gate.clockLead
      ? nil : "the clocks are read alike whatever happens"
  }

  /// A failed fetch has the same effect on the gate as a tick at that time.
  private static func brokenFetch(
    _ before: Practice, _ event: Timed<PracticeAction>, _ after: Practice, _ step: Step
  ) -> String? {
    guard case .fetchFailed = event.action else { return nil }
    return ticked(before, event, step).gate == after.gate
      ? nil : "a failed fetch never changes orders"
  }

  /// The state after a tick at the moment and uptime of an event.
  private static func ticked(
    _ before: Practice, _ event: Timed<PracticeAction>, _ step: Step
  ) -> Practice {
    var practice = before
    _ = step(
      &practice, Timed(.tick, now: event.now, uptimeInMilliseconds: event.uptimeInMilliseconds))
    return practice
  }

  /// No edit unlocks targets that the goals block.
  private static func brokenEdit(
    _ before: Practice, _ event: Timed<PracticeAction>, _ after: Practice
  ) -> String? {
    guard case .edit = event.action, before.onboarding.step == .done,
      before.goals.today == after.goals.today,
      before.goals.evaluation(at: event.now)?.verdict == .shouldBlock,
      let verdict = after.goals.evaluation(at: event.now)?.verdict
    else { return nil }
    return verdict == .met || verdict == .noGoals ? "no edit meets today's goals" : nil
  }
}
