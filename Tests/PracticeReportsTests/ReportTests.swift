// SPDX-License-Identifier: MIT

import FileFormats
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
    #expect(GoalBar.line(almost, in: english).hasSuffix("  19 / 20 min"))
    let met = try #require(goals(20).first)
    #expect(GoalBar.line(met, in: english).hasSuffix("  20 / 20 min  ✓"))
  }

  @Test("a time of day is shown as a clock shows it, in the calendar's zone")
  func clock() throws {
    #expect(GateText.clock(moment("2026-11-26T08:05:59Z"), .berlin) == "09:05")
    let noon = try PracticeGoal(.timeOfDay, target: 12 * 60 + 5)
    #expect(GoalBar.target(of: noon, in: english) == "12:05")
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
    let week = try PracticeWeek(
      7, now: moment("2026-11-26T14:00:00Z"), calendar: .berlin, plan: GoalPlan([goal]),
      journal: journal)
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
}
