// SPDX-License-Identifier: MIT

import Testing

@testable import PracticeGoals

@Suite("The news of reached goals")
struct GoalNewsTests {
  private let today = LocalDay(daysSinceEpoch: 20_777)
  private let tomorrow = LocalDay(daysSinceEpoch: 20_778)

  private func status(
    _ metric: PracticeMetric, _ state: GoalStatus.State, target: Int = 20
  ) throws -> GoalStatus {
    GoalStatus(goal: try PracticeGoal(metric, target: target), amount: nil, state: state)
  }

  @Test("a goal is news once, when it was unmet before on the same day")
  func once() throws {
    var news = GoalNews()
    let (unmet, met) = (
      try status(.practiceMinutes, .unmet), try status(.practiceMinutes, .met)
    )
    #expect(news.reached([unmet], on: today).isEmpty)
    #expect(news.reached([met], on: today) == [met])
    #expect(news.reached([met], on: today).isEmpty)
    #expect(news.reached([met], on: tomorrow).isEmpty)
    #expect(news.reached([unmet], on: tomorrow).isEmpty)
    #expect(news.reached([met], on: tomorrow) == [met])
  }

  @Test("a goal that was met before the first look, or was unknown, is no news")
  func first() throws {
    var news = GoalNews()
    let met = try status(.practiceMinutes, .met)
    #expect(news.reached([try status(.practiceMinutes, .unknown)], on: today).isEmpty)
    #expect(news.reached([met], on: today).isEmpty)
    var other = GoalNews()
    #expect(other.reached([met], on: today).isEmpty)
  }

  @Test("goals are news one by one, and again when a target is raised and reached")
  func raised() throws {
    var news = GoalNews()
    let notes = try status(.inTuneNotes, .met, target: 100)
    _ = news.reached(
      [try status(.practiceMinutes, .unmet), try status(.inTuneNotes, .unmet)], on: today)
    #expect(news.reached([try status(.practiceMinutes, .unmet), notes], on: today) == [notes])
    _ = news.reached(
      [try status(.practiceMinutes, .met), try status(.inTuneNotes, .unmet)], on: today)
    #expect(news.reached([notes], on: today) == [notes])
  }
}
