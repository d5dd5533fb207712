// SPDX-License-Identifier: MIT

import Foundation
import PracticeGoals
import PracticeTesting
import Testing

@Suite("A day that begins later than midnight")
struct DayStartTests {
  private let calendar = LocalCalendar.berlinFromFour

  @Test("includes the hours after midnight of the next date")
  func smallHours() {
    #expect(calendar.start(of: date("2026-11-21")) == moment("2026-11-21T04:00:00+01:00"))
    #expect(calendar.day(of: moment("2026-11-21T03:59:59+01:00")) == date("2026-11-20"))
    #expect(calendar.day(of: moment("2026-11-21T04:00:00+01:00")) == date("2026-11-21"))
    #expect(calendar.minuteOfDay(at: moment("2026-11-21T03:59:59+01:00")) == 239)
    #expect(
      calendar.time(ofMinute: 60, on: date("2026-11-20")) == moment("2026-11-21T01:00:00+01:00"))
    #expect(
      calendar.time(ofMinute: 240, on: date("2026-11-20")) == moment("2026-11-20T04:00:00+01:00"))
  }

  /// 29 March 2026 has no 02:30 in Berlin, and 25 October has two.
  @Test(
    "begins at the clock change if its minute does not exist, and the second time if it occurs twice"
  )
  func summerTime() throws {
    let calendar = try LocalCalendar(
      identifier: "Europe/Berlin", offsetInSeconds: 3600,
      transitions: LocalCalendar.berlin.transitions, dayStartsAtMinute: 150)
    #expect(calendar.start(of: date("2026-03-29")) == moment("2026-03-29T03:00:00+02:00"))
    #expect(calendar.start(of: date("2026-10-25")) == moment("2026-10-25T02:30:00+01:00"))
    #expect(calendar.day(of: moment("2026-10-25T02:45:00+02:00")) == date("2026-10-24"))
  }

  @Test(
    "contains every moment of a year once, with both clock changes", arguments: [0, 150, 240, 720])
  func everyHour(minute: Int) throws {
    let calendar = try LocalCalendar(
      identifier: "Europe/Berlin", offsetInSeconds: 3600,
      transitions: LocalCalendar.berlin.transitions, dayStartsAtMinute: minute)
    var time = moment("2026-01-01T00:00:00Z")
    for _ in 0..<(365 * 48) {
      let day = calendar.day(of: time)
      #expect(calendar.start(of: day) <= time && time < calendar.start(of: day.next))
      time = time.advanced(bySeconds: 1800)
    }
  }

  @Test("keeps the practice of an evening until the day ends, then starts at 0")
  func goals() throws {
    var goals = Goals(calendar: calendar)
    _ = goals.reduce(Timed(.tick, now: moment("2026-11-21T22:00:00+01:00")))
    let night = moment("2026-11-22T03:00:00+01:00")
    let action = GoalsAction.measured(.practiceMinutes, amount: 12, day: date("2026-11-21"))
    #expect(goals.reduce(Timed(action, now: night)) == [])
    #expect(goals.amounts[.practiceMinutes] == 12)
    #expect(goals.today?.end == moment("2026-11-22T04:00:00+01:00"))
    _ = goals.reduce(Timed(.tick, now: moment("2026-11-22T04:00:00+01:00")))
    #expect(goals.today?.day == date("2026-11-22"))
    #expect(goals.amounts[.practiceMinutes] == 0)
  }

  @Test("changes from the next day on, like a time zone")
  func change() {
    var goals = Goals(calendar: .berlin)
    let noon = moment("2026-11-21T12:00:00+01:00")
    _ = goals.reduce(Timed(.tick, now: noon))
    _ = goals.reduce(Timed(.calendarChanged(calendar), now: noon))
    #expect(goals.today?.end == moment("2026-11-22T00:00:00+01:00"))
    #expect(goals.today?.calendar.identifier == "Europe/Berlin")
    _ = goals.reduce(Timed(.tick, now: moment("2026-11-22T00:00:00+01:00")))
    #expect(goals.today?.day == date("2026-11-22"))
    #expect(goals.today?.end == moment("2026-11-23T04:00:00+01:00"))
  }

  @Test("treats a time of day after midnight as part of the night that ends the day")
  func timeOfDay() throws {
    let plan = try GoalPlan([PracticeGoal(.timeOfDay, target: 60)])
    var goals = Goals(plan: plan, calendar: calendar)
    _ = goals.reduce(Timed(.tick, now: moment("2026-11-21T05:00:00+01:00")))
    let morning = try #require(goals.evaluation(at: moment("2026-11-21T05:00:00+01:00")))
    #expect(morning.verdict == .shouldBlock && morning.progress == .none)
    let night = goals.evaluation(at: moment("2026-11-22T01:00:00+01:00"))
    #expect(night?.verdict == .met)
  }

  @Test("is refused before midnight and after noon, and not stored if it is midnight")
  func refusals() throws {
    for minute in [-1, 721] {
      #expect(throws: CalendarError.dayStartOutOfRange(required: 0...720, actual: minute)) {
        try LocalCalendar(identifier: "x", offsetInSeconds: 0, dayStartsAtMinute: minute)
      }
    }
    let midnight = String(decoding: try JSONEncoder().encode(LocalCalendar.berlin), as: UTF8.self)
    #expect(!midnight.contains("dayStartsAtMinute"))
    let data = try JSONEncoder().encode(calendar)
    #expect(try JSONDecoder().decode(LocalCalendar.self, from: data) == calendar)
    let wrong =
      "{\"identifier\":\"x\",\"offsetInSeconds\":0,\"transitions\":[],\"dayStartsAtMinute\":1000}"
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(LocalCalendar.self, from: Data(wrong.utf8))
    }
  }
}
