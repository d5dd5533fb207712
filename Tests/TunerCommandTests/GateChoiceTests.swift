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

  @Test("a negative goal is refused as one, with the remedy, wherever it stands")
  func negative() throws {
    try gate.setUp("--goal", "practice=20m")
    for words in [["-5m"], ["-5m", "--days", "today"]] {
      let refused = try gate.tuner.run(
        ["gate", "goal", "set", "practice"] + words, environment: gate.variables)
      #expect(refused.status == 2)
      #expect(refused.errors.contains("\"-5m\" is negative"), "\(refused.errors)")
      #expect(refused.errors.contains("Write minutes like 20m"), "\(refused.errors)")
    }
    #expect(try gate.run("gate", "goal").output.contains("practice      20 min"))
  }

  @Test("targets are added at once; before the goals are met, a removal waits until tomorrow")
  func targets() throws {
    try gate.setUp("--on-block", "/bin/true")
    #expect(try gate.run("gate", "targets", "add", "reddit.com", "app:steam").status == 0)
    #expect(
      try gate.run("gate", "targets", "list").output
        == "domain:youtube.com\ndomain:reddit.com\napp:steam\n")
    let removed = try gate.run("gate", "targets", "remove", "youtube.com")
    #expect(removed.status == 0 && removed.errors.contains("stays until"), "\(removed.errors)")
    #expect(try gate.text().contains("0.0.0.0 youtube.com\n"))
    let status = try gate.run("gate", "status")
    #expect(status.output.contains("on: without youtube.com\n"), "\(status.output)")
    // The set-up is no way around the rule, and a target that is added again stays.
    #expect(
      try gate.run("gate", "setup", "--yes", "--target", "reddit.com").errors
        .contains("stays until"))
    #expect(try gate.run("gate", "targets", "add", "app:steam", "youtube.com").status == 0)
    #expect(try !gate.run("gate", "status").output.contains("without"))
    #expect(try gate.run("gate", "targets", "remove", "a.org").status == 2)
  }

  @Test("names of sites are added, removed and set up in lower case, and stored ones are removed")
  func lowerCase() throws {
    try gate.setUp("--target", "YouTube.com", "--goal", "practice=20m")
    #expect(try gate.run("gate", "targets", "add", "Reddit.COM", "reddit.com").status == 0)
    #expect(
      try gate.run("gate", "targets").output == "domain:youtube.com\ndomain:reddit.com\n")
    let document = gate.place.path + "/data/headstock/practice/gate.json"
    let text = try String(contentsOfFile: document, encoding: .utf8)
    #expect(text.contains("domain:reddit.com"))
    try Data(text.replacing("domain:reddit.com", with: "domain:Reddit.COM").utf8)
      .write(to: URL(fileURLWithPath: document))
    #expect(try gate.run("gate", "targets").output.contains("domain:Reddit.COM\n"))
    #expect(try gate.run("gate", "targets", "add", "reddit.com").status == 0)
    #expect(
      try gate.run("gate", "targets").output == "domain:youtube.com\ndomain:Reddit.COM\n")
    #expect(try gate.run("gate", "targets", "remove", "REDDIT.com").status == 0)
    #expect(try gate.run("gate", "status").output.contains("on: without Reddit.COM\n"))
  }

  @Test("a set-up works while the removal of the last site waits, and a refused one stores nothing")
  func lastTarget() throws {
    try gate.setUp("--goal", "practice=20m")
    #expect(try gate.run("gate", "apply").status == 0)
    #expect(
      try gate.run("gate", "targets", "remove", "youtube.com").errors.contains("stays until"))
    let changed = try gate.run(
      "gate", "setup", "--yes", "--lease", "7200", "--goal", "practice=40m")
    #expect(changed.status == 0, "\(changed.errors)")
    #expect(changed.errors.contains("youtube.com"))
    let document = gate.place.path + "/data/headstock/practice/gate.json"
    let stored = { try String(contentsOfFile: document, encoding: .utf8) }
    #expect(try stored().contains("7200"))
    #expect(try gate.run("gate", "goal").output.contains("practice      40 min"))
    let before = try stored()
    let refused = try gate.run(
      "gate", "setup", "--yes", "--lease", "600", "--target", "app:steam")
    #expect(refused.status == 2 && refused.errors.contains("--on-block"), "\(refused.errors)")
    #expect(try stored() == before)
  }

  @Test("targets that several commands add at the same time are all kept")
  func concurrent() throws {
    try gate.setUp("--goal", "practice=20m")
    let names = (1...6).map { "s\($0).com" }
    let running = try names.map {
      try gate.tuner.start(["gate", "targets", "add", $0], environment: gate.variables)
    }
    for program in running { #expect(try program.finish().status == 0) }
    let listed = try gate.run("gate", "targets").output
    #expect(
      Set(listed.split(separator: "\n").map(String.init))
        == Set((["youtube.com"] + names).map { "domain:" + $0 }))
    #expect(try !gate.run("gate", "status").output.contains("without"))
  }

  @Test("before the goals are met, settings that would open the gate do not change")
  func easierSettings() throws {
    try gate.setUp("--goal", "practice=20m", "--on-block", "/bin/true")
    let other = try gate.place.write(Data(GatePlace.original.utf8), to: "other")
    for option in [["--hosts-file", other], ["--on-block", ""], ["--helper", "/bin/true"]] {
      let outcome = try gate.tuner.run(
        ["gate", "setup", "--yes"] + option, environment: gate.variables)
      #expect(outcome.status == 2 && outcome.errors.contains("before today's goal"))
    }
    #expect(try gate.run("gate", "setup", "--yes", "--lease", "600").status == 0)
  }

  @Test("a set-up that is done shows the new goal, and refuses two goals of one name")
  func newGoal() throws {
    try gate.setUp("--goal", "practice=20m")
    let raised = try gate.run("gate", "setup", "--yes", "--goal", "practice=45m")
    #expect(raised.status == 0 && raised.errors.contains("goal: practice 45 min"))
    #expect(!raised.errors.contains("20 min"), "\(raised.errors)")
    let twice = try gate.run(
      "gate", "setup", "--yes", "--goal", "practice=50m", "--goal", "practice=60m")
    #expect(twice.status == 2, "\(twice.errors)")
    #expect(try gate.run("gate", "goal").output.contains("practice      45 min"))
  }

  @Test("sentences name goals in words")
  func words() throws {
    try gate.setUp("--goal", "practice=20m")
    let removed = try gate.run("gate", "goal", "remove", "practice")
    #expect(removed.status == 0)
    let status = try gate.run("gate", "status")
    #expect(status.output.contains("on: without practice\n"), "\(status.output)")
    let unknown = try gate.run("gate", "goal", "remove", "notes")
    #expect(unknown.errors.contains("\"notes in tune\""), "\(unknown.errors)")
    for text in [removed, status, unknown].map({ $0.output + $0.errors }) {
      #expect(!text.contains("practiceMinutes") && !text.contains("inTuneNotes"))
    }
  }

  @Test(
    "an address stands for its host",
    arguments: [
      ("https://reddit.com/r/x", "reddit.com"), ("HTTPS://www.Reddit.com:443/?q#a", "reddit.com"),
      ("http://me:secret@reddit.com", "reddit.com"), ("reddit.com/r/x", "reddit.com"),
      ("reddit.com:8080", "reddit.com"), ("reddit.com.", "reddit.com"),
      ("domain:https://reddit.com/", "reddit.com"),
    ])
  func address(text: String, host: String) throws {
    try gate.setUp()
    let outcome = try gate.run("gate", "targets", "add", text)
    #expect(outcome.status == 0 && outcome.errors.contains("only all of"), "\(outcome.errors)")
    #expect(try gate.run("gate", "apply").output == "blocked: youtube.com, \(host)\n")
    #expect(try gate.text().contains("0.0.0.0 www.\(host)\n"))
  }

  @Test(
    "what nothing would block is refused with a remedy",
    arguments: [
      "app:steam", "ftp://reddit.com/x", "https:///x", "https://1.2.3.4/", "https://localhost/",
    ])
  func unblockable(name: String) throws {
    try gate.setUp()
    let outcome = try gate.run("gate", "targets", "add", name)
    #expect(outcome.status == 2, "\(outcome.errors)")
    #expect(try gate.run("gate", "targets").output == "domain:youtube.com\n")
    let fresh = try GatePlace()
    let setup = try fresh.run(
      "gate", "setup", "--yes", "--target", name, "--hosts-file", fresh.hosts)
    #expect(setup.status == 2 && !setup.errors.contains("5 / 5"), "\(setup.errors)")
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

  @Test("a goal that no data can meet is refused and not stored, and an export makes it possible")
  func missingSource() throws {
    try gate.setUp("--goal", "practice=20m")
    for metric in ["steps", "energy", "exercise:running"] {
      let refused = try gate.run("gate", "goal", "set", metric, "100")
      #expect(refused.status == 2)
      #expect(refused.errors.contains("tuner gate setup --health-export"), "\(refused.errors)")
      #expect(
        try gate.run("gate", "setup", "--yes", "--goal", "\(metric)=100").errors
          .contains("--health-export"))
    }
    #expect(try gate.run("gate", "goal").output == "practice      20 min  every day\n")
    #expect(try gate.run("gate", "apply").status == 0)
    let day = try gate.run("gate", "goal", "set", "practice", "40m", "--days", "today")
    #expect(day.status == 0, "\(day.errors)")
    // The lists of goals and of targets report what waits on the same stream.
    let list = try gate.run("gate", "goal")
    #expect(list.errors.contains("on: practice 20 min every day\n"), "\(list.errors)")
    #expect(!list.output.contains("on: "), "\(list.output)")
  }

  @Test("a workout after a lock is refused, since the unlock of the day is over")
  func startAfterLock() throws {
    try gate.setUp("--goal", "time=0:00")
    #expect(try gate.run("gate", "lock").status == 0)
    let start = try gate.run("gate", "start")
    #expect(start.status == 1 && start.errors.contains("is over"), "\(start.errors)")
    #expect(try gate.run("gate", "status").output.hasPrefix("locked: youtube.com\n"))
  }

  @Test("the day ends at the same moment for every form of TZ that the C library reads")
  func zones() throws {
    let expected = try secondsLeft(inZone: "Etc/GMT+5")
    for zone in ["<-05>5", ":Etc/GMT+5", "/usr/share/zoneinfo/Etc/GMT+5", "EST5"] {
      let seconds = try secondsLeft(inZone: zone)
      let difference = abs(seconds - expected)
      #expect(min(difference, 86_400 - difference) < 60, "\(zone): \(seconds), not \(expected)")
    }
  }

  /// The seconds to the end of the day in a zone, from a gate of its own that nothing blocks.
  private func secondsLeft(inZone zone: String) throws -> Int {
    let gate = try GatePlace(zone: zone)
    try gate.setUp("--goal", "time=0:00")
    let output = try gate.run("gate", "status", "-f", "json").output
    let document = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
    return try #require(document?["unlock_remaining_s"] as? Int)
  }
}
