// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

@Suite("tuner gate: targets and goals")
struct GateChoiceTests {
  private let gate: GatePlace

  init() throws { gate = try GatePlace() }

  @Test("a lower goal takes effect tomorrow, a higher one at once")
  func deferred() throws {
    try gate.setUp("--goal", "practice=20m")
    let lower = try gate.run("gate", "goal", "set", "practice", "10m")
    #expect(lower.status == 0 && lower.errors.contains("counts from"))
    #expect(try gate.run("gate", "goal").output.contains("practice      20 min"))
    #expect(try gate.run("gate", "goal", "set", "practice", "1h").status == 0)
    #expect(try gate.run("gate", "goal", "list").output.contains("practice      60 min"))
    #expect(try gate.run("gate", "goal", "remove", "steps").status == 1)
  }

  @Test("targets are added, removed and listed")
  func targets() throws {
    try gate.setUp()
    #expect(try gate.run("gate", "targets", "add", "reddit.com", "app:steam").status == 0)
    #expect(
      try gate.run("gate", "targets", "list").output
        == "domain:youtube.com\ndomain:reddit.com\napp:steam\n")
    #expect(try gate.run("gate", "targets", "remove", "youtube.com").status == 0)
    #expect(try !gate.text().contains("youtube.com"))
    #expect(try gate.run("gate", "targets", "remove", "youtube.com").status == 2)
  }

  @Test(
    "a target name with blanks, newlines or control characters is an error",
    arguments: ["", " ", "you tube.com", "a.com\n1.2.3.4 bank.com", "a\u{1B}[2J.com", "localhost"])
  func badTargets(name: String) throws {
    try gate.setUp()
    _ = try gate.run("gate", "apply")
    let before = try gate.text()
    let outcome = try gate.run("gate", "targets", "add", name)
    #expect(outcome.status == 2)
    #expect(!outcome.errors.contains("\u{1B}"))
    #expect(try gate.text() == before)
    #expect(try gate.run("gate", "targets", "list").output == "domain:youtube.com\n")
  }

  @Test(
    "wrong goals are wrong usage",
    arguments: ["practice", "practice=", "practice=-1", "practice=2000m", "sleep=8h", "time=25:00"])
  func badGoals(goal: String) throws {
    let outcome = try gate.run(
      "gate", "setup", "--yes", "--target", "a.org", "--goal", goal, "--hosts-file", gate.hosts)
    #expect(outcome.status == 2)
  }
}
