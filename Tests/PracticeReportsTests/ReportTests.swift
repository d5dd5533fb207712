// SPDX-License-Identifier: MIT

import FileFormats
import Foundation
import PracticeGate
import PracticeGoals
import PracticeServices
import PracticeTesting
import ProgramRunning
import Testing
import TunerDisplay

@testable import PracticeReports

@Suite("The reports on practice")
struct ReportTests {
  private let english = GateText(language: .english)

  private func goals(_ amount: Double) throws -> [GoalStatus] {
    let plan = try GoalPlan([PracticeGoal(.practiceMinutes, target: 20)])
    var goals = Goals(plan: plan, calendar: .berlin)
    let now = moment("2026-11-26T12:00:00Z")
    _ = goals.reduce(Timed(.tick, now: now))
    let day = date("2026-11-26")
    _ = goals.reduce(Timed(.measured(.practiceMinutes, amount: amount, day: day), now: now))
    return goals.statuses(at: now)
  }

  @Test("a bar is full only at the goal, and stays within its width")
  func bar() {
    let width = GoalBar.width
    #expect(GoalBar.bar(nil) == String(repeating: "░", count: width))
    #expect(GoalBar.bar(0.999).hasSuffix("█░"))
    #expect(GoalBar.bar(1) == String(repeating: "█", count: width))
    #expect(GoalBar.bar(7) == GoalBar.bar(1))
    #expect(GoalBar.bar(-1) == GoalBar.bar(0))
  }

  @Test("an amount is rounded down, so that no goal looks met before it is")
  func line() throws {
    let almost = try #require(goals(19.99).first)
    #expect(GoalBar.lines([almost], in: english)[0].hasSuffix("  19 / 20 min"))
    let met = try #require(goals(20).first)
    #expect(GoalBar.lines([met], in: english)[0].hasSuffix("  20 / 20 min  ✓"))
  }

  @Test("a long name moves the bars and amounts of all goals, and stays apart from them")
  func longNames() throws {
    let activity = ExerciseActivity(rawValue: "traditionalStrengthTraining")
    let plan = try GoalPlan([
      PracticeGoal(.practiceMinutes, target: 20),
      PracticeGoal(.exerciseMinutes(activity), target: 5),
    ])
    var goals = Goals(plan: plan, calendar: .berlin)
    let now = moment("2026-11-26T12:00:00Z")
    _ = goals.reduce(Timed(.tick, now: now))
    let name = "exercise (traditionalStrengthTraining)"
    let bars = GoalBar.lines(goals.statuses(at: now), in: english)
    let columns = bars.map { $0.prefix { !"░█".contains($0) }.count }
    #expect(columns == [name.count + 2, name.count + 2])
    #expect(bars[1].hasPrefix(name + "  ░"))
    #expect(
      GoalList.text(goals, in: english).split(separator: "\n").map { $0.dropFirst(name.count + 2) }
        == ["20 min  every day", "5 min  every day"])
  }

  @Test("a stored amount that no source may give is shown as the largest one")
  func largeAmount() throws {
    let plan = try GoalPlan([PracticeGoal(.practiceMinutes, target: 20)])
    var goals = Goals(plan: plan, calendar: .berlin)
    let now = moment("2026-11-26T12:00:00Z")
    _ = goals.reduce(Timed(.tick, now: now))
    _ = goals.reduce(
      Timed(.measured(.practiceMinutes, amount: 21.5, day: date("2026-11-26")), now: now))
    let text = String(decoding: try JSONEncoder().encode(goals), as: UTF8.self)
    let stored = try JSONDecoder().decode(
      Goals.self, from: Data(text.replacingOccurrences(of: "21.5", with: "1e30").utf8))
    let status = try #require(stored.statuses(at: now).first)
    #expect(status.amount == 1e30)
    #expect(GoalBar.lines([status], in: english)[0].hasSuffix("  144000 / 20 min  ✓"))
  }

  @Test("a time of day is shown as a clock shows it, in the calendar's zone")
  func clock() throws {
    #expect(GateText.clock(moment("2026-11-26T08:05:59Z"), .berlin) == "09:05")
    let noon = try PracticeGoal(.timeOfDay, target: 12 * 60 + 5)
    #expect(english.amount(noon) == "12:05")
  }

  @Test("a list of goals leaves out those that are over, and names the days of a deferred change")
  func goalList() throws {
    let time = try PracticeGoal(.timeOfDay, target: 1110, schedule: .only(date("2026-11-26")))
    var goals = Goals(
      plan: try GoalPlan([PracticeGoal(.practiceMinutes, target: 20), time]), calendar: .berlin)
    let now = moment("2026-11-26T12:00:00Z")
    _ = goals.reduce(Timed(.tick, now: now))
    let days = Weekdays(.wednesday)
    let easier = try PracticeGoal(.practiceMinutes, target: 20, schedule: .weekdays(days))
    _ = goals.reduce(Timed(.edit(.set(easier)), now: now))
    let list = GoalList.text(goals, in: english)
    #expect(list.contains("time of day   18:30  on 2026-11-26\n"), "\(list)")
    #expect(!list.contains("2026-11-27"), "\(list)")
    #expect(GoalList.waiting(goals, in: english) == ["from 2026-11-27 on: practice 20 min wed"])
    _ = goals.reduce(Timed(.tick, now: now.advanced(bySeconds: 86_400)))
    let next = GoalList.text(goals, in: english)
    #expect(next == "practice      20 min  wed\n")
  }

  @Test("the store's reports are in the language, and errors are quoted")
  func storeReports() throws {
    let until = moment("2026-11-26T17:30:00Z")
    let german = GateText(language: .german)
    let open = PracticeReport.order(BlockOrder(blocked: [], until: until))
    #expect(english.text(of: open, .berlin).contains("18:30"))
    #expect(english.text(of: open, .berlin) != german.text(of: open, .berlin))
    let reached = PracticeReport.reached(try #require(goals(20).first))
    #expect(english.text(of: reached, .berlin).contains("20 min"))
    let failure = BlockerError.updateFailed(description: "the disk is full")
    #expect(german.text(of: .blocker(failure), .berlin).contains("the disk is full"))
  }

  @Test("each diagnostic of a reducer is in the language, and in English as the reducer has it")
  func diagnostics() throws {
    let (day, next) = (date("2026-11-26"), date("2026-11-27"))
    let id = GoalID(rawValue: PracticeMetric.steps.rawValue)
    let target = try #require(TargetID(rawValue: "app:steam"))
    let (half, quarter) = (
      try #require(PracticeProgress(0.5)), try #require(PracticeProgress(0.25))
    )
    let goals: [GoalsDiagnostic] = [
      .amountRefused(.steps), .amountTooLarge(.steps),
      .readingOfAnotherDay(.steps, day: day, today: next),
      .timeIsNotMeasured, .unknownGoal(id), .dayIsNotToday(id, day: day, today: next),
      .easierToday(id), .endsToday(id), .editWaits(.remove(id), until: next),
      .dayWentBack(from: next, to: day),
    ]
    let gate: [GateDiagnostic] = [
      .startIgnored(.locked), .unlockForfeited(until: next), .noWorkout(.locked),
      .nothingToForfeit(.locked), .progressNotANumber, .progressOutOfRange(1.5),
      .progressWentBack(from: half, to: quarter), .goalsDecide,
      .namesRefused([""]), .namesRepeated([target]), .noTargets,
      .removalWaits([target], until: next), .removalWaitsForDay([target], until: next),
      .clockWentBack(milliseconds: 9),
    ]
    let later = PracticeSnapshot.Refusal.laterVersion(found: 9, newest: 1)
    let reports =
      goals.map { (PracticeReport.goals($0), "\($0)") }
      + gate.map { (PracticeReport.gate($0), "\($0)") } + [(.snapshot(later), "\(later)")]
    for (report, words) in reports {
      #expect(english.text(of: report, .berlin) == words)
      for language in [Language.german, .spanish] {
        #expect(GateText(language: language).text(of: report, .berlin) != words)
      }
    }
  }

  @Test("the week has every day, with its practice, its goal and its exits")
  func week() throws {
    let place = try TemporaryDirectory()
    let journal = PracticeJournal(directory: place.path)
    let start = moment("2026-11-25T10:00:00Z")
    try journal.append([
      PracticeRecord(
        start: start, milliseconds: 150_000, practiceMilliseconds: 90_000, noteCount: 9,
        inTuneCount: 7, tuning: "standard", source: .live),
      .exit(at: moment("2026-11-26T13:05:00Z")),
    ])
    let goal = try PracticeGoal(
      .practiceMinutes, target: 20, schedule: .only(date("2026-11-26")))
    let now = moment("2026-11-26T14:00:00Z")
    var goals = Goals(plan: try GoalPlan([goal]), calendar: .berlin)
    _ = goals.reduce(Timed(.tick, now: now))
    let week = try PracticeWeek(7, goals: goals, now: now, calendar: .berlin, journal: journal)
    #expect(week.days.map { "\($0.day)" }.first == "2026-11-20")
    #expect(week.days.count == 7)
    let last = week.days.suffix(2)
    #expect(last.map(\.totals.practiceMinutes) == [1.5, 0])
    #expect(last.map(\.goal) == [nil, 20])
    #expect(last.map(\.exits) == [[], ["14:05"]])
    let json = PracticeReporting(week: week, status: nil).json.rendered
    #expect(json.contains("\"practice_min\": 1.5"))
    #expect(json.contains("\"damaged_lines\": 0"))
  }

  @Test("a day keeps the goal that it had, after the goal was raised and lowered")
  func pastGoals() throws {
    let place = try TemporaryDirectory()
    let journal = PracticeJournal(directory: place.path)
    let monday = moment("2026-11-23T12:00:00Z")
    var goals = Goals(
      plan: try GoalPlan([PracticeGoal(.practiceMinutes, target: 20)]), calendar: .berlin)
    _ = goals.reduce(Timed(.tick, now: monday))
    // Higher at once on Tuesday, lower from Thursday on.
    let tuesday = monday.advanced(bySeconds: 86_400)
    for (target, now) in [(30, tuesday), (40, tuesday), (5, tuesday.advanced(bySeconds: 86_400))] {
      let goal = try PracticeGoal(.practiceMinutes, target: target)
      _ = goals.reduce(Timed(.edit(.set(goal)), now: now))
    }
    let friday = monday.advanced(bySeconds: 4 * 86_400)
    _ = goals.reduce(Timed(.tick, now: friday))
    let week = try PracticeWeek(6, goals: goals, now: friday, calendar: .berlin, journal: journal)
    #expect(week.days.map(\.goal) == [20, 20, 40, 40, 5, 5])
    let coded = try JSONEncoder().encode(goals)
    #expect(try JSONDecoder().decode(Goals.self, from: coded) == goals)
  }

  @Test("after a change of the zone, the last day is the open one, and no minute is of two days")
  func movedZone() throws {
    let place = try TemporaryDirectory()
    let journal = PracticeJournal(directory: place.path)
    let played = moment("2026-11-24T23:00:00Z")
    for start in [played, moment("2026-11-24T02:00:00Z")] {
      try journal.append([
        PracticeRecord(
          start: start, milliseconds: 1_200_000, practiceMilliseconds: 1_200_000, noteCount: 9,
          inTuneCount: 7, tuning: "standard", source: .live)
      ])
    }
    // 20:00 in a zone three hours west, then a zone nine hours east.
    var goals = Goals(calendar: .hours(-3))
    _ = goals.reduce(Timed(.tick, now: played))
    let now = played.advanced(bySeconds: 1800)
    _ = goals.reduce(Timed(.calendarChanged(.hours(9)), now: now))
    let week = try PracticeWeek(3, goals: goals, now: now, calendar: .hours(9), journal: journal)
    #expect(week.days.map(\.day) == ["2026-11-22", "2026-11-23", "2026-11-24"].map(date))
    #expect(week.days.map(\.totals.practiceMinutes) == [0, 20, 20])
  }
}
