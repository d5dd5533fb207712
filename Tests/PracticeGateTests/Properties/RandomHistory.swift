// SPDX-License-Identifier: MIT

import PracticeGate
import PracticeGoals
import PracticeTesting

/// A random history of the practice gate: its start and its events.
struct RandomHistory {
  var start: Practice
  var events: [Timed<PracticeAction>]

  static let zones: [LocalCalendar] = [
    .berlin, .berlinFromFour, .hours(-8), .hours(12), .hours(14),
  ]
  static let metrics: [PracticeMetric] = [.practiceMinutes, .steps, .timeOfDay]
  static let lists = [[], ["domain:a"], ["domain:a", "app:b", "domain:a"], ["x y", "app:c", ""]]

  /// Draws a history of so many events from a seed.
  init(seed: UInt64, length: Int) {
    var random = SeededGenerator(seed: seed)
    start = Practice(
      plan: Self.plan(&random), calendar: Self.zones[random.next(in: 0..<5)],
      targets: TargetList(
        Self.lists[random.next(in: 0..<3)].compactMap { TargetID(rawValue: $0) }),
      policy: Self.policy(&random))
    // Near the changes of summer time and the end of February of a leap year, in turn.
    let beginnings = [
      "2026-03-28T22:30:00Z", "2026-10-24T21:00:00Z", "2028-02-28T20:00:00Z",
      "2026-11-21T07:00:00Z",
    ]
    var now = moment(beginnings[random.next(in: 0..<4)])
    events = []
    if random.next(in: 0..<8) > 0 {
      for step in [Onboarding.Action.proceed, .dataAuthorized, .blockerAuthorized] {
        events.append(Timed(.onboarding(step), now: now))
      }
    }
    while events.count < length {
      now = now.advanced(byMilliseconds: Self.step(&random))
      events.append(Timed(Self.action(now, &random), now: now))
    }
    if seed.isMultiple(of: 2) { tellUptimes(seed) }
  }

  /// Returns a smallest history that still fails: without any event, uptime, time between two
  /// events, or shifted start of the day it passes.
  func shrunk(fails: (RandomHistory) -> Bool) -> RandomHistory {
    var history = self
    while true {
      let before = history
      // Removes all uptimes at once, and one by one if that passes, because an uptime matters only
      // for the next one.
      history.take(history.withoutUptimes(at: history.events.indices), if: fails)
      history.take(history.beginningDaysAtMidnight(), if: fails)
      history.events = PracticeGateTests.shrunk(history.events) { events in
        var part = history
        part.events = events
        return fails(part)
      }
      for index in history.events.indices {
        history.take(history.withoutUptimes(at: index..<index + 1), if: fails)
        history.take(history.atOnce(at: index), if: fails)
      }
      if history.events == before.events, history.start == before.start { return history }
    }
  }

  private mutating func take(_ other: RandomHistory, if fails: (RandomHistory) -> Bool) {
    if fails(other) { self = other }
  }

  private func withoutUptimes(at indices: Range<Int>) -> RandomHistory {
    var history = self
    for index in indices { history.events[index].uptimeInMilliseconds = nil }
    return history
  }

  /// Moves an event to the time of the previous one, and shifts all later events by the same step.
  private func atOnce(at index: Int) -> RandomHistory {
    guard index > 0 else { return self }
    var history = self
    let gap = events[index].now.milliseconds(since: events[index - 1].now)
    for later in index..<events.count {
      history.events[later].now = events[later].now.advanced(byMilliseconds: -gap)
    }
    return history
  }

  private func beginningDaysAtMidnight() -> RandomHistory {
    var history = self
    let gate = start.gate
    history.start = Practice(
      plan: start.goals.plan, calendar: start.goals.calendar.beginningDaysAtMidnight,
      targets: gate.targets, policy: gate.policy)
    history.events = events.map { event in
      guard case .calendarChanged(let calendar) = event.action else { return event }
      var event = event
      event.action = .calendarChanged(calendar.beginningDaysAtMidnight)
      return event
    }
    return history
  }

  /// Gives most events an uptime, which increases at random and sometimes starts again.
  private mutating func tellUptimes(_ seed: UInt64) {
    var random = SeededGenerator(seed: ~seed)
    var uptime: Int64 = 0
    for index in events.indices {
      uptime += random.next(in: 0...600_000)
      if random.next(in: 0..<40) == 0 { uptime = 0 }
      if random.next(in: 0..<5) > 0 { events[index].uptimeInMilliseconds = uptime }
    }
  }

  /// Mostly seconds and minutes; sometimes hours and days, and sometimes back.
  private static func step(_ random: inout SeededGenerator) -> Int64 {
    let second: Int64 = 1000
    return switch random.next(in: 0..<100) {
    case 0..<45: random.next(in: 0...2 * second)
    case 45..<70: random.next(in: 0...600 * second)
    case 70..<85: random.next(in: 0...6 * 3600 * second)
    case 85..<92: random.next(in: 0...4 * 86_400 * second)
    case 92..<96: -random.next(in: 0...60 * second)
    case 96..<98: -random.next(in: 0...86_400 * second)
    case 98: -random.next(in: 0...400 * 86_400 * second)
    default: 366 * 86_400 * second
    }
  }

  private static func action(_ now: WallTime, _ random: inout SeededGenerator) -> PracticeAction {
    let day = LocalCalendar.berlin.day(of: now)
    return switch random.next(in: 0..<100) {
    case 0..<25: .tick
    case 25..<50: .measured(metric(&random), amount: amount(&random), day: day)
    case 50..<57: .fetchFailed(metric(&random), .queryFailed(description: "torn line"))
    case 57..<67: .startWorkout
    case 67..<71: .cancelWorkout
    case 71..<75: .lockNow
    case 75..<78: .started
    case 78..<79: .refresh
    case 79..<80: .exitTaken(at: now, day: day)
    case 80..<81: .setTargets(lists[random.next(in: 0..<4)])
    case 81..<82:
      Bool.random(using: &random)
        ? .addTargets(lists[random.next(in: 0..<4)])
        : .removeTargets(lists[random.next(in: 0..<4)])
    case 82..<84: .setPolicy(policy(&random))
    case 84..<87: .calendarChanged(zones[random.next(in: 0..<5)])
    case 87..<95: .edit(edit(day, &random))
    case 95..<96: .orderFailed(.updateFailed(description: "read-only"))
    case 96..<97: .orderEnforced
    case 97..<98: .onboarding(.dataRefused(.authorizationDenied))
    default: .onboarding(.proceed)
    }
  }

  private static func metric(_ random: inout SeededGenerator) -> PracticeMetric {
    metrics[random.next(in: 0..<3)]
  }

  private static func amount(_ random: inout SeededGenerator) -> Double {
    switch random.next(in: 0..<20) {
    case 0: .nan
    case 1: .infinity
    case 2: -1
    default: Double.random(in: 0...40, using: &random)
    }
  }

  private static func policy(_ random: inout SeededGenerator) -> GatePolicy {
    switch random.next(in: 0..<4) {
    case 0, 1: .daily
    case 2: .session(.standard)
    default: .session(.made(workoutMinutes: 1, unlockMinutes: 1, graceSeconds: 0))
    }
  }

  private static func goal(_ day: LocalDay, _ random: inout SeededGenerator) -> PracticeGoal {
    let schedules: [GoalSchedule] = [
      .everyDay, .everyDay, .weekdays(Weekdays(day.weekday)), .only(day), .only(day.next),
    ]
    do {
      return try PracticeGoal(
        metric(&random), target: Int.random(in: 0...30, using: &random),
        schedule: schedules[random.next(in: 0..<5)],
        isEnabled: random.next(in: 0..<6) > 0)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  private static func edit(_ day: LocalDay, _ random: inout SeededGenerator) -> GoalEdit {
    switch random.next(in: 0..<10) {
    case 0..<6: .set(goal(day, &random))
    case 6..<8: .remove(GoalID(rawValue: metric(&random).rawValue))
    case 8: .join(.any)
    default: .join(.all)
    }
  }

  private static func plan(_ random: inout SeededGenerator) -> GoalPlan {
    switch random.next(in: 0..<3) {
    case 0: .standard
    case 1: (try? GoalPlan([])) ?? .standard
    default:
      (try? GoalPlan([.standard(.practiceMinutes), .standard(.steps)], strategy: .any)) ?? .standard
    }
  }
}
