// SPDX-License-Identifier: MIT

import PracticeTesting
import Testing

@testable import PracticeGoals

@Suite("The evaluator")
struct GoalEvaluatorTests {
  private let today = PracticeDay(at: moment("2026-11-21T12:00:00+01:00"), calendar: .berlin)

  private func evaluator(
    _ plan: GoalPlan, _ amounts: [PracticeMetric: Double],
    at text: String = "2026-11-21T12:00:00+01:00"
  ) -> GoalEvaluator {
    var known = MetricAmounts()
    for (metric, amount) in amounts { known.set(metric, to: amount) }
    return GoalEvaluator(plan: plan, today: today, amounts: known, now: moment(text))
  }

  /// Three goals, each met, unmet or never read, under both strategies.
  ///
  /// Unknown data may have either result: a verdict is right if it holds for every result, and
  /// undecided if none does.
  @Test(
    "gives a result exactly when it holds for all values of the unknown amounts",
    arguments: GoalPlan.Strategy.allCases)
  func verdicts(strategy: GoalPlan.Strategy) throws {
    let metrics: [PracticeMetric] = [.practiceMinutes, .steps, .inTuneNotes]
    for count in 0...3 {
      let used = Array(metrics[..<count])
      let plan = try GoalPlan(
        try used.map { metric throws(GoalError) in try PracticeGoal(metric, target: 10) },
        strategy: strategy)
      for case0 in 0..<Int(3.0.power(count)) {
        var code = case0
        var amounts: [PracticeMetric: Double] = [:]
        var ways: [[Bool]] = [[]]
        for metric in used {
          let kind = code % 3
          code /= 3
          if kind < 2 { amounts[metric] = kind == 0 ? 9.99 : 10 }
          let outcomes = kind == 2 ? [false, true] : [kind == 1]
          ways = ways.flatMap { way in outcomes.map { way + [$0] } }
        }
        let answers = Set(
          ways.map { way in
            switch strategy {
            case .all: way.allSatisfy { $0 }
            case .any: way.contains(true)
            }
          })
        let expected: GoalVerdict =
          count == 0
          ? .noGoals : answers == [true] ? .met : answers == [false] ? .shouldBlock : .undecided
        #expect(evaluator(plan, amounts).evaluation.verdict == expected, "\(amounts)")
      }
    }
  }

  @Test("a target of 0 is met without data, and its progress is not a division by 0")
  func zeroTargets() throws {
    let plan = try GoalPlan([try PracticeGoal(.steps, target: 0)])
    let result = evaluator(plan, [:])
    #expect(result.evaluation.verdict == .met)
    #expect(result.evaluation.progress == .complete)
    #expect(result.statuses.map(\.ratio) == [1])
    #expect(evaluator(plan, [.steps: 0]).statuses.map(\.progress) == [.complete])
  }

  @Test("progress is the ratio of current amount to target, at most 1")
  func progress() throws {
    let plan = try GoalPlan([.standard(.steps), .standard(.practiceMinutes)])
    let some = evaluator(plan, [.steps: 5000, .practiceMinutes: 30])
    #expect(some.statuses.map(\.ratio) == [0.5, 1.5])
    #expect(some.statuses.map(\.progress?.value) == [0.5, 1])
    #expect(some.statuses.map(\.state) == [.unmet, .met])
    #expect(some.evaluation.progress.value == 0.75)
    #expect(evaluator(plan, [.steps: 5000]).evaluation.progress.value == 0.25)
    #expect(evaluator(plan, [.steps: 5000]).statuses.map(\.ratio) == [0.5, nil])
    let either = try GoalPlan(plan.goals, strategy: .any)
    #expect(
      evaluator(either, [.steps: 5000, .practiceMinutes: 5]).evaluation.progress.value == 0.5)
  }

  @Test("goals that are disabled or for other days are ignored")
  func schedules() throws {
    let plan = try GoalPlan([
      try PracticeGoal(.steps, isEnabled: false),
      // 21 November 2026 was a Saturday.
      try PracticeGoal(.activeEnergy, schedule: .weekdays(Weekdays(.sunday))),
      try PracticeGoal(.inTuneNotes, schedule: .only(date("2026-11-20"))),
    ])
    #expect(evaluator(plan, [:]).evaluation.verdict == .noGoals)
    #expect(evaluator(plan, [:]).evaluation.progress == .complete)
    let saturdays = try GoalPlan([
      try PracticeGoal(.activeEnergy, schedule: .weekdays(Weekdays(.saturday)))
    ])
    #expect(evaluator(saturdays, [.activeEnergy: 0]).evaluation.verdict == .shouldBlock)
  }

  @Test(
    "a time of day is reached at its local minute, and minute 0 never blocks",
    arguments: [
      (0, "2026-11-21T00:00:00+01:00", GoalVerdict.met),
      (720, "2026-11-21T11:59:59+01:00", .shouldBlock),
      (720, "2026-11-21T12:00:00+01:00", .met),
      (720, "2026-11-21T23:59:59+01:00", .met),
      (1439, "2026-11-21T23:58:59+01:00", .shouldBlock),
      (1439, "2026-11-21T23:59:00+01:00", .met),
      (720, "2026-11-20T13:00:00+01:00", .shouldBlock),  // A clock set back into yesterday.
    ])
  func timeOfDay(target: Int, now: String, verdict: GoalVerdict) throws {
    let plan = try GoalPlan([try PracticeGoal(.timeOfDay, target: target)])
    let result = evaluator(plan, [:], at: now)
    #expect(result.evaluation.verdict == verdict)
    #expect((result.statuses[0].progress == .complete) == (verdict == .met))
  }

  @Test("a time of day stays reached in the hour that comes twice")
  func repeatedHour() throws {
    let day = PracticeDay(at: moment("2026-10-25T00:00:00+02:00"), calendar: .berlin)
    let plan = try GoalPlan([try PracticeGoal(.timeOfDay, target: 150)])
    for (text, verdict) in [
      ("2026-10-25T02:29:59+02:00", GoalVerdict.shouldBlock), ("2026-10-25T02:30:00+02:00", .met),
      ("2026-10-25T02:10:00+01:00", .met), ("2026-10-25T02:40:00+01:00", .met),
    ] {
      let result = GoalEvaluator(
        plan: plan, today: day, amounts: MetricAmounts(), now: moment(text))
      #expect(result.evaluation.verdict == verdict, "\(text)")
      #expect((result.evaluation.progress == .complete) == (verdict == .met), "\(text)")
    }
  }
}

extension Double {
  fileprivate func power(_ exponent: Int) -> Double {
    (0..<exponent).reduce(1) { product, _ in product * self }
  }
}
