// SPDX-License-Identifier: MIT

import Foundation
import PracticeGoals
import PracticeTesting
import Testing

@Suite("A goal")
struct PracticeGoalTests {
  static let metrics: [PracticeMetric] = [
    .practiceMinutes, .inTuneNotes, .steps, .activeEnergy, .exerciseMinutes(.any),
    .exerciseMinutes(ExerciseActivity(rawValue: "walking")), .timeOfDay,
  ]

  // The contract's table of goals.
  @Test("has the defaults of the contract")
  func defaults() {
    #expect(PracticeGoal.standard(.steps).target == 10_000)
    #expect(PracticeMetric.steps.targetStep == 500)
    #expect(PracticeGoal.standard(.activeEnergy).target == 500)
    #expect(PracticeGoal.standard(.exerciseMinutes(.any)).target == 30)
    #expect(PracticeGoal.standard(.practiceMinutes).target == 20)
    #expect(PracticeGoal.standard(.timeOfDay).target == 0)
    #expect(GoalPlan.standard.goals == [.standard(.practiceMinutes)])
    #expect(GoalPlan.standard.strategy == .all)
  }

  @Test("refuses targets that its metric can't have, including negative ones", arguments: metrics)
  func targets(metric: PracticeMetric) throws {
    let range = metric.targets
    #expect(range.lowerBound == 0 && range.contains(metric.defaultTarget))
    for target in [0, 1, range.upperBound] {
      #expect(try PracticeGoal(metric, target: target).target == target)
    }
    for target in [-1, Int.min, range.upperBound + 1, Int.max] {
      #expect(
        throws: GoalError.targetOutOfRange(metric: metric, required: range, actual: target)
      ) { try PracticeGoal(metric, target: target) }
    }
  }

  @Test("is adjusted in the metric's steps and stays in its range")
  func adjusts() {
    let goal = PracticeGoal.standard(.steps)
    #expect(goal.adjusted(bySteps: 1).target == 10_500)
    #expect(goal.adjusted(bySteps: -3).target == 8500)
    #expect(goal.adjusted(bySteps: -1000).target == 0)
    #expect(goal.adjusted(bySteps: .min).target == 0)
    #expect(goal.adjusted(bySteps: .max).target == 200_000)
  }

  @Test("counts every day, on weekdays, or on one date", arguments: Weekday.allCases)
  func schedules(weekday: Weekday) throws {
    // 23 November 2026 was a Monday.
    let day = LocalDay(daysSinceEpoch: date("2026-11-23").daysSinceEpoch + weekday.rawValue - 1)
    #expect(GoalSchedule.everyDay.includes(day))
    #expect(GoalSchedule.weekdays(Weekdays(weekday)).includes(day))
    #expect(!GoalSchedule.weekdays(Weekdays(weekday)).includes(day.next))
    #expect(GoalSchedule.only(day).includes(day))
    #expect(!GoalSchedule.only(day).includes(day.next))
  }

  @Test("an empty set of weekdays is impossible, also in a file")
  func weekdays() throws {
    #expect(Weekdays([]) == nil)
    let some = try #require(Weekdays([.sunday, .monday, .sunday]))
    #expect(some.days == [.monday, .sunday])
    let data = try JSONEncoder().encode(some)
    #expect(String(decoding: data, as: UTF8.self) == "[1,7]")
    #expect(try JSONDecoder().decode(Weekdays.self, from: data) == some)
    for text in ["[]", "[0]", "[8]"] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(Weekdays.self, from: Data(text.utf8))
      }
    }
  }

  @Test("every metric is found by its name", arguments: metrics)
  func names(metric: PracticeMetric) {
    #expect(PracticeMetric(rawValue: metric.rawValue) == metric)
  }

  @Test(
    "an unknown name is no metric",
    arguments: ["", "Steps", "exerciseMinutes:", "walking", "steps:walking"])
  func unknownNames(name: String) {
    #expect(PracticeMetric(rawValue: name) == nil)
  }

  @Test("is read back unchanged, and a target out of range is corrupt data")
  func codable() throws {
    let goal = try PracticeGoal(
      .exerciseMinutes(.any), target: 45, schedule: .weekdays(Weekdays(.friday)))
    let data = try JSONEncoder().encode(goal)
    #expect(try JSONDecoder().decode(PracticeGoal.self, from: data) == goal)
    let forged = String(decoding: data, as: UTF8.self).replacing(":45", with: ":-45")
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(PracticeGoal.self, from: Data(forged.utf8))
    }
  }

  @Test("two goals of a plan with the same name are impossible, also in a file")
  func plans() throws {
    let goal = PracticeGoal.standard(.steps)
    #expect(throws: GoalError.repeatedGoal(goal.id)) { try GoalPlan([goal, goal]) }
    let plan = try GoalPlan([goal, .standard(.practiceMinutes)], strategy: .any)
    let data = try JSONEncoder().encode(plan)
    #expect(try JSONDecoder().decode(GoalPlan.self, from: data) == plan)
    let forged = String(decoding: data, as: UTF8.self)
      .replacing("\"id\":\"practiceMinutes\"", with: "\"id\":\"steps\"")
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(GoalPlan.self, from: Data(forged.utf8))
    }
  }
}

@Suite("Progress")
struct ProgressTests {
  @Test("is 0 to 1 for any value, and nil for NaN")
  func clamps() {
    let rows: [(Double, Double?)] = [
      (0, 0), (0.25, 0.25), (1, 1), (1.5, 1), (-0.5, 0), (.infinity, 1), (-.infinity, 0),
      (.nan, nil),
    ]
    for (value, progress) in rows { #expect(PracticeProgress(value)?.value == progress) }
    #expect(PracticeProgress(-0.0)?.value.sign == .plus)
  }

  @Test("outside 0 to 1 is corrupt data")
  func codable() throws {
    #expect(try JSONDecoder().decode(PracticeProgress.self, from: Data("0.5".utf8)).value == 0.5)
    for text in ["-0.1", "1.1"] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(PracticeProgress.self, from: Data(text.utf8))
      }
    }
  }
}
