// SPDX-License-Identifier: MIT

import PracticeGate
import PracticeGoals
import PracticeTesting
import Testing

@Suite("The daily policy")
struct DailyPolicyTests {
  private let target = "domain:youtube.com"
  private let saturday = date("2026-11-21")
  private let midnight = moment("2026-11-22T00:00:00+01:00")

  private func morning(_ plan: GoalPlan = .standard) -> Story {
    Story("2026-11-21T08:00:00+01:00", plan: plan, policy: .daily)
  }

  @Test("blocks until the goals are met, then opens to the next local midnight, without grace")
  func oneDay() {
    var story = morning()
    story.practise(0)
    #expect(story.state == .locked && story.blocked == [target] && story.accessible.isEmpty)
    story.practise(19.9, after: 3600)
    #expect(story.blocked == [target])
    let effects = story.practise(20, after: 60)
    #expect(blockOrders(effects) == [BlockOrder(blocked: [], until: midnight)])
    #expect(story.accessible == [target] && story.blocked.isEmpty)
    story.tell(.tick, at: "2026-11-21T23:59:59+01:00")
    #expect(story.practice.gate.unlockTimeRemaining(at: story.now) == 1)
    let night = story.tell(.tick, at: "2026-11-22T00:00:00+01:00")
    #expect(blockOrders(night).map { $0.blocked.map(\.rawValue) } == [[target]])
    #expect(story.state == .locked)
    story.tell(.tick, at: "2026-11-22T00:01:00+01:00")
    #expect(story.blocked == [target], "0 of 20 at 00:01")
  }

  @Test("a workout shows the goals' progress, and ends with the day")
  func workout() {
    var story = morning()
    story.practise(5)
    story.tell(.startWorkout)
    #expect(story.state == .earning(progress: .made(0.25)))
    #expect(story.blocked == [target])
    story.practise(10, after: 300)
    #expect(story.practice.gate.workoutProgress(at: story.now)?.value == 0.5)
    var cancelled = story
    cancelled.tell(.cancelWorkout, after: 10)
    #expect(cancelled.state == .locked)
    cancelled.practise(20, after: 600)
    #expect(cancelled.accessible == [target], "a cancelled workout's minutes count")
    story.tell(.tick, at: "2026-11-22T00:00:00+01:00")
    #expect(story.state == .locked)
  }

  @Test("locking by hand forfeits the rest of the day, and the next day starts normally")
  func forfeit() {
    var story = morning()
    story.practise(20)
    story.tell(.lockNow, after: 60)
    #expect(story.blocked == [target])
    for action in [PracticeAction.tick, .refresh, .startWorkout, .cancelWorkout] {
      story.tell(action, after: 60)
      #expect(story.blocked == [target], "\(action)")
    }
    story.practise(60, after: 60)
    #expect(story.blocked == [target])
    story.practise(20, after: 86_400)
    #expect(story.accessible == [target])
  }

  @Test("after a lock by hand no workout starts before the next day")
  func noWorkoutAfterForfeit() {
    var story = morning()
    story.practise(20)
    story.tell(.lockNow, after: 60)
    let refusal = PracticeEffect.reportGate(.unlockForfeited(until: saturday.next))
    #expect(story.tell(.startWorkout, after: 60) == [refusal])
    #expect(story.state == .locked)
    // The next day starts with the workout itself.
    let effects = story.tell(.startWorkout, after: 86_400)
    #expect(!effects.contains { if case .reportGate = $0 { true } else { false } })
    #expect(story.state == .earning(progress: .none))
  }

  @Test("a harder goal closes the gate at once, and meeting it opens the gate again")
  func harder() throws {
    var story = morning()
    story.practise(20)
    story.tell(.edit(.set(try PracticeGoal(.practiceMinutes, target: 30))), after: 60)
    #expect(story.blocked == [target])
    story.practise(30, after: 600)
    #expect(story.accessible == [target])
  }

  @Test("an easier goal does not open the gate before the next local midnight")
  func easier() throws {
    var story = morning()
    story.practise(10)
    let edit = GoalEdit.set(try PracticeGoal(.practiceMinutes, target: 5))
    #expect(
      story.tell(.edit(edit), after: 60)
        .contains(.reportGoals(.editWaits(edit, until: saturday.next))))
    #expect(story.blocked == [target])
    story.practise(5, after: 86_400)
    #expect(story.accessible == [target])
  }

  @Test("without goals for the day nothing is blocked, and the next day is evaluated on its own")
  func noGoals() throws {
    // 22 November 2026 was a Sunday.
    let goal = try PracticeGoal(.practiceMinutes, schedule: .weekdays(Weekdays(.sunday)))
    var story = morning(try GoalPlan([goal]))
    story.tell(.tick)
    #expect(story.accessible == [target])
    #expect(story.practice.gate.blockOrder?.until == midnight)
    story.practise(0, after: 86_400)
    #expect(story.blocked == [target])
    var free = morning(try GoalPlan([]))
    for _ in 0..<3 {
      #expect(blockOrders(free.tell(.tick, after: 86_400)).count == 1)
      #expect(free.accessible == [target])
    }
  }

  @Test("without data nothing is enforced, and no order is sent")
  func noHistory() {
    var story = morning()
    for action in [
      PracticeAction.started, .tick, .fetchFailed(.practiceMinutes, .notAvailable), .startWorkout,
      .lockNow,
    ] {
      #expect(blockOrders(story.tell(action, after: 1)).isEmpty, "\(action)")
      #expect(story.blocked.isEmpty && story.accessible == [target])
      #expect(story.practice.gate.unlockTimeRemaining(at: story.now) == nil)
    }
    story.practise(0, after: 1)
    #expect(story.blocked == [target])
  }

  @Test("a goal of a time of day opens the gate at that time")
  func timeOfDay() throws {
    var story = morning(try GoalPlan([try PracticeGoal(.timeOfDay, target: 18 * 60)]))
    story.tell(.tick, at: "2026-11-21T17:59:59+01:00")
    #expect(story.blocked == [target])
    story.tell(.tick, at: "2026-11-21T18:00:00+01:00")
    #expect(story.accessible == [target])
  }

  @Test(
    "midnight closes at the end of days of 23 and 25 hours and of leap days",
    arguments: [
      ("2026-03-29T08:00:00+02:00", "2026-03-30T00:00:00+02:00"),
      ("2026-10-25T08:00:00+01:00", "2026-10-26T00:00:00+01:00"),
      ("2028-02-28T08:00:00+01:00", "2028-02-29T00:00:00+01:00"),
      ("2028-02-29T08:00:00+01:00", "2028-03-01T00:00:00+01:00"),
    ])
  func unusualDays(morning: String, midnight: String) {
    var story = Story(morning, policy: .daily)
    story.practise(20)
    #expect(story.practice.gate.blockOrder == BlockOrder(blocked: [], until: moment(midnight)))
    let left = Int(moment(midnight).milliseconds(since: moment(morning)) / 1000)
    #expect(story.practice.gate.unlockTimeRemaining(at: moment(morning)) == left)
    let last = moment(midnight).advanced(byMilliseconds: -1)
    #expect(story.practice.gate.accessibleTargets(at: last).map(\.rawValue) == [target])
    story.tell(.tick, at: midnight)
    #expect(story.blocked == [target] && story.practice.goals.amounts[.practiceMinutes] == 0)
  }

  @Test("after days of sleep the state is that of the present day")
  func afterSuspension() {
    var story = morning()
    story.practise(20)
    let effects = story.tell(.tick, at: "2026-12-24T10:00:00+01:00")
    #expect(story.blocked == [target])
    #expect(blockOrders(effects).count == 1)
  }

  @Test("a change of time zone neither closes nor reopens the gate: the day keeps its end")
  func journey() {
    for zone in [LocalCalendar.hours(-8), .hours(12)] {
      var story = morning()
      story.practise(20)
      story.tell(.calendarChanged(zone), at: "2026-11-21T15:00:00+01:00")
      #expect(story.accessible == [target] && story.practice.gate.blockOrder?.until == midnight)
      story.tell(.tick, at: "2026-11-22T00:00:00+01:00")
      #expect(story.blocked == [target], "\(zone.identifier)")
      story.practise(20, after: 600)
      #expect(story.practice.gate.blockOrder?.until == zone.start(of: date("2026-11-23")))
    }
  }

  @Test("after a journey with everything switched off, the day ends at the new zone's midnight")
  func journeySwitchedOff() {
    let zone = LocalCalendar.hours(9)
    var story = morning()
    story.practise(20)
    story.tell(.calendarChanged(zone), at: "2026-11-22T10:00:00+09:00")
    #expect(story.blocked == [target])
    story.practise(20, after: 600)
    #expect(story.practice.gate.blockOrder?.until == zone.start(of: date("2026-11-23")))
  }

  @Test("a clock set back by a day does not lengthen the opening, and the day does not open twice")
  func clockBack() {
    var story = morning()
    story.practise(20)
    story.tell(.tick, at: "2026-11-20T08:00:00+01:00")
    #expect(story.practice.gate.unlockTimeRemaining(at: story.now) == 16 * 3600)
    story.tell(.tick, at: "2026-11-21T00:00:00+01:00")
    #expect(story.blocked == [target])
    story.tell(.tick, at: "2026-11-21T12:00:00+01:00")
    #expect(story.blocked == [target], "met, and used up")
    story.practise(20, after: 86_400)
    #expect(story.accessible == [target])
  }

  @Test("a clock set forward by a year and corrected again leads back to the present day")
  func yearForward() {
    var story = morning()
    story.practise(20)
    story.tell(.tick, at: "2027-11-21T08:00:00+01:00")
    #expect(story.blocked == [target])
    let effects = story.tell(.tick, at: "2026-11-21T08:01:00+01:00")
    let back = GoalsDiagnostic.dayWentBack(from: date("2027-11-21"), to: saturday)
    #expect(effects.contains(.reportGoals(back)))
    #expect(story.blocked == [target])
    story.practise(20)
    #expect(story.blocked == [target], "the unlock of that day has ended")
    // A day that had no unlock yet opens with its practice.
    var other = morning()
    other.practise(5)
    other.tell(.tick, at: "2027-11-21T08:00:00+01:00")
    other.tell(.tick, at: "2026-11-21T08:01:00+01:00")
    other.practise(20)
    #expect(other.accessible == [target])
  }

  @Test("after a change to the daily policy, the goals decide instead of a session's unlock")
  func fromSession() {
    for (minutes, isOpen) in [(5.0, false), (25.0, true)] {
      var story = Story("2026-11-21T08:00:00+01:00", policy: .session(.standard))
      story.practise(0)
      story.tell(.startWorkout)
      story.practise(0)
      story.practise(minutes, after: 300)
      #expect(story.accessible == [target])
      story.tell(.setPolicy(.daily))
      #expect(story.accessible == (isOpen ? [target] : []))
      #expect(story.practice.gate.blockOrder?.until == (isOpen ? midnight : nil))
    }
  }
}
