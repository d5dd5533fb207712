// SPDX-License-Identifier: MIT

import Foundation
import PracticeGoals
import PracticeTesting
import Testing

@Suite("The goals' reducer")
struct GoalsTests {
  private let saturday = date("2026-11-21")

  private func goals(
    _ plan: GoalPlan = .standard, from text: String = "2026-11-21T08:00:00+01:00"
  ) -> Goals {
    var goals = Goals(plan: plan, calendar: .berlin)
    _ = goals.reduce(Timed(.tick, now: moment(text)))
    return goals
  }

  @Test("has no data before the first action, and requests them with it")
  func first() throws {
    var goals = Goals(
      plan: try GoalPlan([.standard(.steps), .standard(.timeOfDay)]), calendar: .berlin)
    let now = moment("2026-11-21T08:00:00+01:00")
    #expect(goals.evaluation(at: now) == nil && goals.statuses(at: now).isEmpty)
    let effects = goals.reduce(Timed(.refresh, now: now))
    let today = try #require(goals.today)
    #expect(effects == [.fetch(.practiceMinutes, day: today), .fetch(.steps, day: today)])
    #expect(goals.evaluation(at: now)?.verdict == .undecided)
  }

  @Test("takes the last total of a source")
  func totals() {
    var goals = goals()
    for (amount, verdict) in [(12.0, GoalVerdict.shouldBlock), (20, .met), (19.5, .shouldBlock)] {
      let now = moment("2026-11-21T09:00:00+01:00")
      let action = GoalsAction.measured(.practiceMinutes, amount: amount, day: saturday)
      #expect(goals.reduce(Timed(action, now: now)) == [])
      #expect(goals.amounts[.practiceMinutes] == amount)
      #expect(goals.evaluation(at: now)?.verdict == verdict)
    }
  }

  @Test("refuses a total that is not of today, and keeps the last one")
  func refusals() {
    var goals = goals()
    let now = moment("2026-11-21T09:00:00+01:00")
    _ = goals.reduce(Timed(.measured(.practiceMinutes, amount: 7, day: saturday), now: now))
    let before = goals
    // A hundred days of 1440 minutes are the largest amount.
    for amount in [Double(144_000).nextUp, 1e30] {
      let action = GoalsAction.measured(.practiceMinutes, amount: amount, day: saturday)
      let report = GoalsDiagnostic.amountTooLarge(.practiceMinutes)
      #expect(goals.reduce(Timed(action, now: now)) == [.report(report)])
      #expect(report.description.contains("is above 144000, "))
    }
    for amount in [Double.nan, .infinity, -.infinity, -0.001] {
      let action = GoalsAction.measured(.practiceMinutes, amount: amount, day: saturday)
      #expect(goals.reduce(Timed(action, now: now)) == [.report(.amountRefused(.practiceMinutes))])
    }
    for day in [saturday.previous, saturday.next] {
      let action = GoalsAction.measured(.practiceMinutes, amount: 30, day: day)
      #expect(
        goals.reduce(Timed(action, now: now))
          == [.report(.readingOfAnotherDay(.practiceMinutes, day: day, today: saturday))])
    }
    #expect(
      goals.reduce(Timed(.measured(.timeOfDay, amount: 5, day: saturday), now: now))
        == [.report(.timeIsNotMeasured)])
    #expect(goals == before)
  }

  @Test(
    "unreadable data change only the list of failures, which the next reading clears",
    arguments: [
      PracticeDataError.notAvailable, .authorizationDenied, .queryFailed(description: "torn line"),
    ])
  func failSafe(error: PracticeDataError) {
    var goals = goals()
    let now = moment("2026-11-21T09:00:00+01:00")
    for amount in [nil, 12, 20] as [Double?] {
      if let amount {
        _ = goals.reduce(
          Timed(.measured(.practiceMinutes, amount: amount, day: saturday), now: now))
      }
      let before = goals
      #expect(goals.reduce(Timed(.fetchFailed(.practiceMinutes, error), now: now)) == [])
      #expect(goals.reduce(Timed(.fetchFailed(.practiceMinutes, error), now: now)) == [])
      #expect(goals.failures.map(\.metric) == [.practiceMinutes])
      #expect(goals.failures.map(\.error) == [error])
      #expect(goals.amounts == before.amounts)
      #expect(goals.evaluation(at: now) == before.evaluation(at: now))
    }
    _ = goals.reduce(Timed(.measured(.practiceMinutes, amount: 21, day: saturday), now: now))
    #expect(goals.failures.isEmpty)
  }

  // The contract's story of 00:01: what was done yesterday is nothing today.
  @Test("a new day starts at zero and requests its data, at midnight or days later")
  func newDay() throws {
    for text in [
      "2026-11-22T00:00:00+01:00", "2026-11-22T00:01:00+01:00", "2026-11-29T13:00:00+01:00",
    ] {
      var goals = goals()
      let now = moment(text)
      _ = goals.reduce(
        Timed(
          .measured(.practiceMinutes, amount: 25, day: saturday),
          now: moment("2026-11-21T23:59:59+01:00")))
      _ = goals.reduce(
        Timed(.fetchFailed(.steps, .notAvailable), now: moment("2026-11-21T23:59:59+01:00")))
      let effects = goals.reduce(Timed(.tick, now: now))
      let today = try #require(goals.today)
      #expect(effects == [.fetch(.practiceMinutes, day: today)])
      #expect(today.day == LocalCalendar.berlin.day(of: now))
      #expect(goals.amounts[.practiceMinutes] == 0)
      #expect(goals.failures.isEmpty)
      #expect(goals.evaluation(at: now)?.verdict == .shouldBlock)
      #expect(goals.reduce(Timed(.tick, now: now)) == [])
    }
  }

  @Test("any action detects the new day, not only the tick")
  func everyActionOpensTheDay() throws {
    let actions: [GoalsAction] = [
      .tick, .refresh, .measured(.steps, amount: 1, day: saturday.next),
      .fetchFailed(.steps, .notAvailable), .edit(.join(.any)), .calendarChanged(.utc),
    ]
    for action in actions {
      var goals = goals()
      let effects = goals.reduce(Timed(action, now: moment("2026-11-22T00:00:00+01:00")))
      #expect(goals.today?.day == saturday.next, "\(action)")
      let today = try #require(goals.today)
      #expect(effects.count { $0 == .fetch(.practiceMinutes, day: today) } == 1, "\(action)")
    }
  }

  // Each row: the last moment of a day and the first of the next, by the clock of Berlin.
  @Test(
    "the day changes at local midnight on days of 23 and 25 hours and on leap days",
    arguments: [
      ("2026-03-29T00:00:00+01:00", "2026-03-30T00:00:00+02:00", 23),
      ("2026-10-25T00:00:00+02:00", "2026-10-26T00:00:00+01:00", 25),
      ("2028-02-28T00:00:00+01:00", "2028-02-29T00:00:00+01:00", 24),
      ("2028-02-29T00:00:00+01:00", "2028-03-01T00:00:00+01:00", 24),
      ("2026-02-28T00:00:00+01:00", "2026-03-01T00:00:00+01:00", 24),
    ])
  func unusualDays(start: String, end: String, hours: Int) {
    var goals = goals(from: start)
    let day = LocalCalendar.berlin.day(of: moment(start))
    let last = moment(end).advanced(byMilliseconds: -1)
    _ = goals.reduce(Timed(.measured(.practiceMinutes, amount: 20, day: day), now: last))
    #expect(goals.evaluation(at: last)?.verdict == .met)
    #expect(goals.today?.end == moment(end))
    #expect(moment(end).milliseconds(since: moment(start)) == Int64(hours) * 3_600_000)
    _ = goals.reduce(Timed(.tick, now: moment(end)))
    #expect(goals.today?.day == day.next)
    #expect(goals.evaluation(at: moment(end))?.verdict == .shouldBlock)
  }

  @Test("a change of time zone does not affect today; the next day is that of the new zone")
  func zoneChange() {
    var goals = goals()
    let noon = moment("2026-11-21T12:00:00+01:00")
    _ = goals.reduce(Timed(.measured(.practiceMinutes, amount: 20, day: saturday), now: noon))
    let before = goals.today
    for zone in [LocalCalendar.hours(14), .hours(-12), .hours(-5)] {
      _ = goals.reduce(Timed(.calendarChanged(zone), now: noon))
      #expect(goals.today == before)
      #expect(goals.evaluation(at: noon)?.verdict == .met)
    }
    _ = goals.reduce(Timed(.tick, now: moment("2026-11-22T00:00:00+01:00")))
    #expect(goals.today?.day == saturday.next)
    #expect(goals.today?.end == moment("2026-11-23T00:00:00-05:00"))
  }

  @Test("a day that begins with a new time zone is a day of that zone")
  func zoneChangeAtTheBeginningOfADay() {
    var goals = goals()
    let zone = LocalCalendar.hours(9)
    _ = goals.reduce(Timed(.calendarChanged(zone), now: moment("2026-11-22T10:00:00+09:00")))
    #expect(goals.today?.day == saturday.next)
    #expect(goals.today?.end == moment("2026-11-23T00:00:00+09:00"))
  }

  @Test("a clock set back by a day keeps the day and its practice, and accepts no older totals")
  func clockBack() {
    var goals = goals()
    _ = goals.reduce(
      Timed(
        .measured(.practiceMinutes, amount: 5, day: saturday),
        now: moment("2026-11-21T12:00:00+01:00")))
    let before = goals
    let back = moment("2026-11-20T12:00:00+01:00")
    #expect(goals.reduce(Timed(.tick, now: back)) == [])
    #expect(goals == before)
    let old = GoalsAction.measured(.practiceMinutes, amount: 40, day: saturday.previous)
    #expect(
      goals.reduce(Timed(old, now: back))
        == [
          .report(.readingOfAnotherDay(.practiceMinutes, day: saturday.previous, today: saturday))
        ])
  }

  @Test("a clock that was a year ahead has no effect after its correction")
  func clockForward() {
    var goals = goals()
    let ahead = date("2027-11-21")
    _ = goals.reduce(Timed(.tick, now: moment("2027-11-21T12:00:00+01:00")))
    #expect(goals.today?.day == ahead)
    let effects = goals.reduce(Timed(.tick, now: moment("2026-11-21T12:00:10+01:00")))
    #expect(effects.first == .report(.dayWentBack(from: ahead, to: saturday)))
    #expect(goals.today?.day == saturday)
  }

  @Test("a stored state continues as if it had stayed in memory")
  func codable() throws {
    var goals = goals(try GoalPlan([.standard(.steps), .standard(.practiceMinutes)]))
    let now = moment("2026-11-21T09:00:00+01:00")
    for action: GoalsAction in [
      .measured(.steps, amount: 4321.5, day: saturday), .fetchFailed(.steps, .notAvailable),
      .edit(.remove(GoalID(rawValue: "steps"))), .calendarChanged(.hours(3)),
    ] { _ = goals.reduce(Timed(action, now: now)) }
    let data = try JSONEncoder().encode(goals)
    #expect(try JSONDecoder().decode(Goals.self, from: data) == goals)
  }

  @Test(
    "impossible amounts of a day are corrupt data",
    arguments: [
      "[{\"metric\":\"steps\",\"amount\":-1}]",
      "[{\"metric\":\"steps\",\"amount\":1},{\"metric\":\"steps\",\"amount\":2}]",
      "[{\"metric\":\"stones\",\"amount\":1}]",
    ])
  func corruptAmounts(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(MetricAmounts.self, from: Data(text.utf8))
    }
  }
}
