// SPDX-License-Identifier: MIT

import PracticeGoals
import PracticeTesting
import Testing

@Suite("Edits of the goals")
struct GoalEditTests {
  private let saturday = date("2026-11-21")
  private let now = moment("2026-11-21T09:00:00+01:00")
  private let midnight = moment("2026-11-22T00:00:00+01:00")
  private let practice = GoalID(rawValue: "practiceMinutes")

  /// One goal of 20 minutes, and so many done; `nil` when nobody could read them.
  private func goals(done minutes: Double?, strategy: GoalPlan.Strategy = .all) throws -> Goals {
    var goals = Goals(
      plan: try GoalPlan([.standard(.practiceMinutes)], strategy: strategy), calendar: .berlin)
    _ = goals.reduce(Timed(.tick, now: now))
    if let minutes {
      _ = goals.reduce(Timed(.measured(.practiceMinutes, amount: minutes, day: saturday), now: now))
    }
    return goals
  }

  private func set(_ target: Int, isEnabled: Bool = true) throws -> GoalEdit {
    .set(try PracticeGoal(.practiceMinutes, target: target, isEnabled: isEnabled))
  }

  @Test("before the goal is met, an edit that makes today easier waits for local midnight")
  func easierWaits() throws {
    let edits: [GoalEdit] = [
      try set(10), try set(0), try set(20, isEnabled: false), .remove(practice),
      .set(try PracticeGoal(.practiceMinutes, schedule: .weekdays(Weekdays(.sunday)))),
      .set(try PracticeGoal(id: practice, .steps)),
    ]
    for edit in edits {
      for minutes in [nil, 0, 19.99] as [Double?] {
        var goals = try goals(done: minutes)
        let before = goals.plan
        #expect(
          goals.reduce(Timed(.edit(edit), now: now))
            == [.report(.editWaits(edit, until: saturday.next))])
        #expect(goals.deferredEdits.map(\.edit) == [edit])
        #expect(goals.deferredEdits.map(\.firstDay) == [saturday.next])
        #expect(goals.plan == before)
        #expect(goals.deferredEdits.map(\.edit) == [edit])
        _ = goals.reduce(Timed(.tick, now: midnight.advanced(byMilliseconds: -1)))
        #expect(goals.plan == before)
        _ = goals.reduce(Timed(.tick, now: midnight))
        #expect(goals.plan != before && goals.deferredEdits.isEmpty, "\(edit)")
      }
    }
  }

  @Test("a goal for today replaces the daily goal for today only, however often it is set")
  func onlyToday() throws {
    let daily = try PracticeGoal(.practiceMinutes, target: 20)
    for targets in [[40], [40, 60]] {
      var goals = try goals(done: 5)
      for target in targets {
        let today = try PracticeGoal(
          .practiceMinutes, target: target, schedule: .only(saturday))
        #expect(goals.reduce(Timed(.edit(.set(today)), now: now)) == [])
        #expect(goals.plan.goals == [today])
      }
      // The list of goals shows that the daily goal returns.
      #expect(goals.deferredEdits.map(\.edit) == [.set(daily)])
      #expect(goals.deferredEdits.map(\.firstDay) == [saturday.next])
      _ = goals.reduce(Timed(.tick, now: midnight))
      #expect(goals.plan.goals == [daily] && goals.deferredEdits.isEmpty)
      #expect(goals.evaluation(at: midnight)?.verdict == .shouldBlock)
    }
  }

  @Test("the removal of a goal for today alone says that it ends by itself, and waits for nothing")
  func removesToday() throws {
    let steps = GoalID(rawValue: "steps")
    var goals = try goals(done: 5)
    let today = try PracticeGoal(.steps, schedule: .only(saturday))
    _ = goals.reduce(Timed(.edit(.set(today)), now: now))
    for _ in 0..<2 {
      #expect(goals.reduce(Timed(.edit(.remove(steps)), now: now)) == [.report(.endsToday(steps))])
    }
    #expect(goals.deferredEdits.isEmpty && goals.plan[steps] == today)
    _ = goals.reduce(Timed(.tick, now: midnight))
    #expect(goals.plan[steps]?.isEnabled != true)
    // The daily goal that would return tomorrow is removed then.
    goals = try goalsForToday(after: .join(.all))
    let removal = GoalEdit.remove(practice)
    #expect(
      goals.reduce(Timed(.edit(removal), now: now))
        == [.report(.editWaits(removal, until: saturday.next))])
    _ = goals.reduce(Timed(.tick, now: midnight))
    #expect(goals.plan[practice] == nil)
  }

  /// Returns goals with an edit that waits for tomorrow, and then a goal for today.
  private func goalsForToday(after edit: GoalEdit) throws -> Goals {
    var goals = try goals(done: 5)
    _ = goals.reduce(Timed(.edit(edit), now: now))
    let today = try PracticeGoal(.practiceMinutes, target: 40, schedule: .only(saturday))
    _ = goals.reduce(Timed(.edit(.set(today)), now: now))
    return goals
  }

  @Test("an edit that waits for tomorrow survives a goal for today")
  func waitingSurvivesToday() throws {
    for edit in [try set(10), .remove(practice)] {
      var goals = try goalsForToday(after: edit)
      #expect(goals.deferredEdits.map(\.edit) == [edit])
      _ = goals.reduce(Timed(.tick, now: midnight))
      #expect(goals.plan[practice]?.target == (edit == .remove(practice) ? nil : 10))
    }
  }

  @Test("the daily goal returns even on an earlier day, after the clock went back")
  func onlyTodayAfterSetback() throws {
    var goals = try goals(done: 5)
    let today = try PracticeGoal(.practiceMinutes, target: 40, schedule: .only(saturday))
    _ = goals.reduce(Timed(.edit(.set(today)), now: now))
    _ = goals.reduce(Timed(.tick, now: now.advanced(bySeconds: -4 * 86_400)))
    #expect(goals.plan.goals == [try PracticeGoal(.practiceMinutes, target: 20)])
  }

  @Test("a waiting edit that makes the day easier keeps waiting after the clock went back")
  func easierAfterSetback() throws {
    for edit in [try set(5), .remove(practice)] {
      var goals = try goalsForToday(after: edit)
      let earlier = now.advanced(bySeconds: -4 * 86_400)
      _ = goals.reduce(Timed(.tick, now: earlier))
      #expect(goals.plan.goals == [try PracticeGoal(.practiceMinutes, target: 20)])
      #expect(goals.deferredEdits.map(\.edit) == [edit])
      #expect(goals.evaluation(at: earlier)?.verdict != .met)
      _ = goals.reduce(Timed(.tick, now: midnight))
      #expect(goals.plan[practice]?.target == (edit == .remove(practice) ? nil : 5))
      #expect(goals.deferredEdits.isEmpty)
    }
  }

  @Test("once today is met, any edit is immediate")
  func metIsFree() throws {
    for edit in [try set(10), .remove(practice), try set(0)] {
      var goals = try goals(done: 20)
      #expect(goals.reduce(Timed(.edit(edit), now: now)) == [])
      #expect(goals.plan[practice]?.target != 20)
      #expect(goals.evaluation(at: now)?.verdict != .shouldBlock)
    }
  }

  @Test("an edit that makes today harder applies at once, met or not")
  func harderIsImmediate() throws {
    for minutes in [nil, 5, 25] as [Double?] {
      var goals = try goals(done: minutes)
      let effects = goals.reduce(Timed(.edit(try set(30)), now: now))
      // Data that was never read is requested again.
      #expect(effects.count == (minutes == nil ? 1 : 0))
      #expect(goals.plan[practice]?.target == 30)
      #expect(goals.evaluation(at: now)?.verdict == (minutes == nil ? .undecided : .shouldBlock))
    }
  }

  @Test("a new goal applies at once if all goals must be met, and requests its data")
  func newGoal() throws {
    var goals = try goals(done: 5)
    let today = try #require(goals.today)
    #expect(
      goals.reduce(Timed(.edit(.set(.standard(.steps))), now: now)) == [.fetch(.steps, day: today)])
    #expect(goals.plan.goals.map(\.metric) == [.practiceMinutes, .steps])
  }

  /// With the strategy "any goal", another goal makes the day easier.
  @Test("where one met goal is enough, a new goal waits, and so does the change to that rule")
  func strategies() throws {
    var goals = try goals(done: 5, strategy: .any)
    let edit = GoalEdit.set(.standard(.steps))
    #expect(
      goals.reduce(Timed(.edit(edit), now: now))
        == [.report(.editWaits(edit, until: saturday.next))])
    var both = try self.goals(done: 5)
    _ = both.reduce(Timed(.edit(edit), now: now))
    #expect(
      both.reduce(Timed(.edit(.join(.any)), now: now))
        == [.report(.editWaits(.join(.any), until: saturday.next))])
    #expect(both.plan.strategy == .all)
    _ = both.reduce(Timed(.tick, now: midnight))
    #expect(both.plan.strategy == .any)
    #expect(both.reduce(Timed(.edit(.join(.all)), now: midnight)) == [])
    #expect(both.plan.strategy == .all)
  }

  @Test("the last edit of a goal counts")
  func lastWord() throws {
    var goals = try goals(done: 5)
    for target in [10, 12] { _ = goals.reduce(Timed(.edit(try set(target)), now: now)) }
    #expect(goals.deferredEdits.map(\.edit) == [try set(12)])
    _ = goals.reduce(Timed(.edit(.join(.any)), now: now))
    _ = goals.reduce(Timed(.edit(try set(20)), now: now))
    #expect(goals.deferredEdits.isEmpty)
    _ = goals.reduce(Timed(.tick, now: midnight))
    #expect(goals.plan[practice]?.target == 20)
  }

  @Test("a goal for today counts at once, and ends at the next local midnight")
  func oneDay() throws {
    var goals = try goals(done: 25)
    let goal = try PracticeGoal(
      id: GoalID(rawValue: "today"), .practiceMinutes, target: 40, schedule: .only(saturday))
    #expect(goals.reduce(Timed(.edit(.set(goal)), now: now)) == [])
    #expect(goals.evaluation(at: now)?.verdict == .shouldBlock)
    _ = goals.reduce(Timed(.tick, now: midnight))
    #expect(goals.plan[goal.id]?.isEnabled == false)
    #expect(goals.statuses(at: midnight).map(\.goal.id) == [practice])
  }

  @Test("a goal for another date is refused, and so is one that makes today easier")
  func refusedOneDay() throws {
    var goals = try goals(done: 5)
    let before = goals
    for day in [saturday.previous, saturday.next] {
      let goal = try PracticeGoal(.steps, schedule: .only(day))
      #expect(
        goals.reduce(Timed(.edit(.set(goal)), now: now))
          == [.report(.dayIsNotToday(goal.id, day: day, today: saturday))])
    }
    let easier = try PracticeGoal(.practiceMinutes, target: 5, schedule: .only(saturday))
    #expect(
      goals.reduce(Timed(.edit(.set(easier)), now: now)) == [.report(.easierToday(practice))])
    #expect(goals == before)
  }

  @Test("an edit of a goal that does not exist is refused")
  func unknown() throws {
    var goals = try goals(done: 5)
    let id = GoalID(rawValue: "nothing")
    #expect(goals.reduce(Timed(.edit(.remove(id)), now: now)) == [.report(.unknownGoal(id))])
  }

  @Test("a new goal that still waits can be removed")
  func takenBack() throws {
    var goals = try goals(done: 5, strategy: .any)
    _ = goals.reduce(Timed(.edit(.set(.standard(.steps))), now: now))
    #expect(goals.reduce(Timed(.edit(.remove(GoalID(rawValue: "steps"))), now: now)) == [])
    #expect(goals.deferredEdits.isEmpty)
  }

  @Test("setting the clock far back does not apply a waiting edit early")
  func clockBack() throws {
    var goals = try goals(done: 5)
    _ = goals.reduce(Timed(.edit(try set(10)), now: now))
    _ = goals.reduce(Timed(.tick, now: now.advanced(bySeconds: -30 * 86_400)))
    #expect(goals.today?.day == date("2026-10-22"))
    #expect(goals.plan[practice]?.target == 20)
    #expect(goals.deferredEdits.count == 1)
  }

  @Test("a past day keeps the plan that was in force at its end")
  func pastPlans() throws {
    var goals = try goals(done: 5)
    _ = goals.reduce(Timed(.edit(try set(10)), now: now))
    _ = goals.reduce(Timed(.tick, now: midnight))
    #expect(goals.plan(on: saturday)[practice]?.target == 20)
    #expect(goals.plan(on: saturday.next)[practice]?.target == 10)
    // An edit in the course of a day is in force at its end, but not on the day before.
    _ = goals.reduce(Timed(.edit(try set(30)), now: midnight))
    #expect(goals.plan(on: saturday)[practice]?.target == 20)
    #expect(goals.plan(on: saturday.next)[practice]?.target == 30)
    // On an earlier day, after the clock went back, the plan in force is that of today.
    _ = goals.reduce(Timed(.tick, now: now.advanced(bySeconds: -2 * 86_400)))
    let thursday = date("2026-11-19")
    #expect(goals.today?.day == thursday)
    #expect(goals.plan(on: thursday)[practice]?.target == goals.plan[practice]?.target)
    #expect(goals.plan(on: thursday)[practice]?.target == 30)
  }

  @Test("a goal that is off stays off after a goal for today")
  func offStaysOff() throws {
    let off = try PracticeGoal(.practiceMinutes, target: 20, isEnabled: false)
    var goals = Goals(plan: try GoalPlan([off, .standard(.steps)]), calendar: .berlin)
    _ = goals.reduce(Timed(.tick, now: now))
    let today = try PracticeGoal(.practiceMinutes, target: 40, schedule: .only(saturday))
    _ = goals.reduce(Timed(.edit(.set(today)), now: now))
    #expect(goals.deferredEdits.isEmpty)
    _ = goals.reduce(Timed(.tick, now: midnight))
    #expect(goals.plan[practice]?.isEnabled == false)
  }
}
