// SPDX-License-Identifier: MIT

import PracticeGate
import PracticeGoals
import PracticeTesting
import Testing

@testable import PracticeReports

@Suite("The notation of goals and targets")
struct NotationTests {
  @Test(
    "reads a goal by the short or the full name of its metric",
    arguments: [
      ("practice=20m", "practiceMinutes", 20), ("practice=2h", "practiceMinutes", 120),
      ("practiceMinutes=20", "practiceMinutes", 20), ("notes=400", "inTuneNotes", 400),
      ("steps=10000", "steps", 10_000), ("energy=300", "activeEnergy", 300),
      ("exercise:walking=30m", "exerciseMinutes:walking", 30),
      ("exercise:Walking=30m", "exerciseMinutes:walking", 30),
      ("exercise=30m", "exerciseMinutes", 30),
      ("exercise:TAICHI=30m", "exerciseMinutes:taiChi", 30), ("time=18:30", "timeOfDay", 1110),
      ("time=7:05", "timeOfDay", 425), ("time=0:00", "timeOfDay", 0),
    ])
  func readsGoals(text: String, metric: String, target: Int) throws {
    let goal = try GoalNotation.goal(text)
    #expect(goal.metric.rawValue == metric)
    #expect(goal.target == target)
    #expect(goal.schedule == .everyDay)
  }

  @Test(
    "refuses any other goal, and names the remedy",
    arguments: [
      ("practice", "Write it like practice=20m"), ("practice=", "is no amount of practice"),
      ("practice=-5", "is negative"), ("practice=1234567890", "is no amount"),
      ("time=24:00", "is no amount of time"), ("time=7:60", "is no amount of time"),
      ("time=18", "a time of day like 18:30"), ("time=7:5", "a time of day like 18:30"),
      ("plays=3", "Choose from: practice"),
      ("exercise:walkin=5", "Choose from: walking."),
      ("exercise:xyz=5", "Choose from: walking, run"),
      ("prac\u{1B}tice=3", "Choose from: practice"),
    ])
  func refusesGoals(text: String, remedy: String) throws {
    let error = try #require(throws: PracticeUsageError.self) { try GoalNotation.goal(text) }
    #expect(error.description.contains(remedy))
    #expect(!error.description.contains("\u{1B}"))
  }

  @Test("a stored goal is found by its activity in any case, also one that no health data have")
  func storedGoals() throws {
    let stored = try ["walking", "Runing"].map {
      try PracticeGoal(.exerciseMinutes(ExerciseActivity(rawValue: $0)), target: 5)
    }
    for (name, metric) in [
      ("exercise:Walking", "exerciseMinutes:walking"),
      ("exercise:runing", "exerciseMinutes:Runing"),
      ("exercise:rowing", "exerciseMinutes:rowing"), ("steps", "steps"),
    ] {
      #expect(try GoalNotation.metric(name, in: stored).rawValue == metric)
    }
    // Another amount replaces the stored goal, and is no second one.
    let changed = try GoalNotation.goal(
      metric: "exercise:runing", value: "10m", schedule: .everyDay, in: stored)
    #expect(changed.id == stored[1].id && changed.target == 10)
  }

  @Test("reads days by their names, and today as this day only")
  func readsDays() throws {
    let today = date("2026-11-26")
    #expect(try GoalNotation.schedule("every", today: today) == .everyDay)
    #expect(try GoalNotation.schedule("today", today: today) == .only(today))
    let days = try #require(Weekdays([.monday, .friday]))
    #expect(try GoalNotation.schedule("mon,fri", today: today) == .weekdays(days))
    for text in ["", "Mon", "monday", "mon;fri", "tomorrow"] {
      #expect(throws: PracticeUsageError.self) { try GoalNotation.schedule(text, today: today) }
    }
  }

  @Test(
    "an address stands for its host, and only an address gives a notice",
    arguments: [
      ("youtube.com", "domain:youtube.com", false),
      ("https://www.youtube.com/feed?x=1", "domain:youtube.com", true),
      ("user@youtube.com:443/feed", "domain:youtube.com", true),
      ("youtube.com.", "domain:youtube.com", true), ("app:steam", "app:steam", false),
      ("Reddit.COM", "domain:reddit.com", false), ("domain:Reddit.com", "domain:reddit.com", false),
      ("app:Steam", "app:Steam", false),
    ])
  func readsTargets(text: String, target: String, isAddress: Bool) throws {
    var notices: [String] = []
    let targets = try TargetNotation.targets([text]) { notices.append($0) }
    #expect(targets.map(\.rawValue) == [target])
    #expect(notices.count == (isAddress ? 1 : 0))
    #expect(notices.allSatisfy { $0.contains("youtube.com") })
  }

  @Test(
    "refuses what no blocker could block",
    arguments: ["", "app:", ":steam", "App:steam", "ftp://a.org/x", "a b.org", "-a.org"])
  func refusesTargets(text: String) {
    #expect(throws: PracticeUsageError.self) { try TargetNotation.targets([text]) { _ in } }
  }

  @Test("a stored host in other letters is the same host, and a name of another kind is not")
  func storedForms() throws {
    let stored = try ["domain:Reddit.COM", "domain:reddit.com", "domain:a.org", "app:Steam"].map {
      try #require(TargetID(rawValue: $0))
    }
    let named = try TargetNotation.targets(["REDDIT.com", "app:steam", "b.org"]) { _ in }
    #expect(
      TargetNotation.stored(named, in: stored).map(\.rawValue)
        == ["domain:Reddit.COM", "domain:reddit.com", "app:steam", "domain:b.org"])
  }

  @Test("a target that is no host needs a command, and a short name leaves the kind of hosts out")
  func checksTargets() throws {
    let targets = try TargetNotation.targets(["a.org", "app:steam"]) { _ in }
    #expect(throws: PracticeUsageError.self) { try TargetNotation.check(targets, onBlock: []) }
    try TargetNotation.check(targets, onBlock: ["/usr/bin/true"])
    try TargetNotation.check([targets[0]], onBlock: [])
    #expect(targets.map(TargetNotation.name) == ["a.org", "app:steam"])
  }
}
