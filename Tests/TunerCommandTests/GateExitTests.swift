// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import ProgramRunning
import Testing

@Suite("tuner gate: an edited hosts file, and the emergency exit")
struct GateExitTests {
  private let gate: GatePlace

  init() throws {
    gate = try GatePlace()
    try gate.setUp("--goal", "practice=20m")
    #expect(try gate.run("gate", "apply").output == "blocked: youtube.com\n")
  }

  private func edit(_ old: String, _ new: String) throws {
    try gate.place.write(
      Data(try gate.text().replacingOccurrences(of: old, with: new).utf8), to: "hosts")
  }

  private func status() throws -> [String: Any] {
    let outcome = try gate.run("gate", "status", "-f", "json")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
  }

  @Test(
    "a site whose lines were edited is not reported as blocked, and apply blocks it again",
    arguments: [
      ("0.0.0.0 www.youtube.com\n", ""), ("lines=4", "lines=5"), ("# END", "# ENT"),
      ("0.0.0.0 youtube.com\n", "# 0.0.0.0 youtube.com\n"),
    ])
  func edited(old: String, new: String) throws {
    let whole = try gate.text()
    try edit(old, new)
    let isOpen = !new.contains("lines") && !new.contains("ENT")
    let text = try gate.run("gate", "status").output
    #expect(
      text.hasPrefix(isOpen ? "NOT blocked: youtube.com. " : "locked: youtube.com\n"), "\(text)")
    #expect(try status()["in_force"] as? [String] == (isOpen ? [] : ["domain:youtube.com"]))
    #expect(try (status()["not_blocked"] as? [String])?.count == (isOpen ? 1 : 0))
    let applied = try gate.run("gate", "apply")
    #expect(applied.status == 0 && applied.output == "blocked: youtube.com\n")
    #expect(applied.errors.isEmpty, "\(applied.errors)")
    let lines = { (text: String) in text.split(separator: "\n").dropFirst() }
    #expect(try lines(gate.text()) == lines(whole))
    try edit(old, new)
    #expect(try gate.run("gate", "restore").status == 0)
    #expect(try gate.text() == GatePlace.original)
  }

  @Test(
    "apply blocks and says what is not blocked also if its output is closed or can't be written")
  func closedOutput() throws {
    #expect(try gate.run("gate", "targets", "add", "example.org").status == 0)
    try edit("# BEGIN", "1.2.3.4 youtube.com\n# BEGIN")
    try edit("0.0.0.0 example.org\n", "")
    let gone = try gate.tuner.run(["gate", "apply"], environment: gate.variables, reader: .gone)
    #expect(gone.status == 2 && gone.errors.contains("Line 1 of"), "\(gone.errors)")
    #expect(try gate.text().contains("0.0.0.0 example.org\n"))
    try edit("0.0.0.0 example.org\n", "")
    let apply = [#"exec "$@" >&-"#, "sh", gate.tuner.path, "gate", "apply"]
    let closed = try Program(path: "/bin/sh").run(["-c"] + apply, environment: gate.variables)
    #expect(closed.status == 2 && closed.errors.contains("Line 1 of"), "\(closed.errors)")
    #expect(try gate.text().contains("0.0.0.0 example.org\n"))
    try edit("1.2.3.4 youtube.com\n", "")
    let whole = try gate.tuner.run(["gate", "apply"], environment: gate.variables, reader: .gone)
    #expect((whole.status, whole.errors) == (0, ""))
    let unwritten = try Program(path: "/bin/sh").run(["-c"] + apply, environment: gate.variables)
    #expect(unwritten.status == 2)
    #expect(unwritten.errors.contains("standard output can't be written"), "\(unwritten.errors)")
  }

  @Test("a section that was deleted, and a line above it, are reported with their remedies")
  func gaps() throws {
    try edit("# BEGIN", "1.2.3.4 youtube.com\n# BEGIN")
    let overruled = try gate.run("gate", "apply")
    #expect(overruled.status == 2 && overruled.output.isEmpty)
    #expect(overruled.errors.contains("Line 1 of"), "\(overruled.errors)")
    try gate.place.write(Data(GatePlace.original.utf8), to: "hosts")
    let text = try gate.run("gate", "status").output
    #expect(text.contains("has no section") && text.contains("tuner gate apply"), "\(text)")
  }

  @Test("the monitor writes an edited section again, each time")
  func monitor() throws {
    let running = try gate.tuner.start(["gate", "monitor"], environment: gate.variables)
    let deadline = ContinuousClock.now + .seconds(600)
    func wait(_ condition: () throws -> Bool) rethrows {
      while try !condition(), ContinuousClock.now < deadline { sched_yield() }
    }
    wait { running.errorOutput.contains("monitor is running") }
    for line in ["0.0.0.0 youtube.com\n", ":: www.youtube.com\n"] {
      try edit(line, "")
      try wait { try gate.text().contains(line) }
      #expect(try gate.text().contains(line))
    }
    kill(running.identifier, SIGTERM)
    #expect(try running.finish().status == 130)
    #expect(try gate.run("gate", "restore").status == 0)
  }

  @Test("the emergency exit opens the gate for the day, and status, journal and practice show it")
  func exit() throws {
    let left = try gate.run("gate", "restore")
    #expect(left.status == 0 && left.errors.contains("emergency exit"), "\(left.errors)")
    #expect(try gate.text() == GatePlace.original)
    let text = try gate.run("gate", "status").output
    #expect(text.hasPrefix("open: youtube.com, for"), "\(text)")
    #expect(text.contains("the emergency exit was used at"))
    #expect(try status()["emergency_exit_ms"] is Int)
    #expect(try gate.run("practice", "status").output.contains("emergency exit at"))
    let log = try gate.run("practice", "log", "-f", "json").output
    #expect(log.contains("\"emergency_exits\""))
    // It holds, and is no way to make tomorrow easier.
    #expect(try gate.run("gate", "apply").output.hasPrefix("open until 00:00"))
    #expect(
      try gate.run("gate", "targets", "remove", "youtube.com").errors.contains("stays until"))
    // A second look finds no new exit.
    #expect(try gate.run("gate", "lock").output == "locked: youtube.com\n")
    #expect(try gate.run("gate", "apply").output == "blocked: youtube.com\n")
    #expect(try gate.run("gate", "restore").status == 0)
    #expect(try gate.text() == GatePlace.original)
  }

  @Test("the emergency exit opens the gate even if the journal can't be written, and says so")
  func exitWithoutJournal() throws {
    let journal = gate.journal
    try FileManager.default.removeItem(atPath: journal)
    try Data().write(to: URL(fileURLWithPath: journal))
    let left = try gate.run("gate", "restore")
    #expect(left.status == 0 && left.errors.contains("not in the journal"), "\(left.errors)")
    #expect(try gate.text() == GatePlace.original)
  }

  @Test("the exit finds the hosts file that damaged settings name, also after they were set aside")
  func exitOfDamagedSettings() throws {
    let file = gate.place.path + "/data/headstock/practice/gate.json"
    let whole = try Data(contentsOf: URL(fileURLWithPath: file))
    let blocked = try gate.text()
    let end = try #require(whole.firstRange(of: Data(gate.hosts.utf8))).upperBound + 20
    for isSetAside in [false, true] {
      try gate.place.write(whole.prefix(end), to: "data/headstock/practice/gate.json")
      try gate.place.write(Data(blocked.utf8), to: "hosts")
      if isSetAside {
        #expect(try gate.run("gate", "status").output.contains("ends with its lease"))
      }
      #expect(try gate.run("gate", "restore").status == 0)
      #expect(try gate.text() == GatePlace.original)
    }
  }

  @Test("apply removes an expired block of damaged settings, as the status says")
  func expiredBlockOfDamagedSettings() throws {
    let file = gate.place.path + "/data/headstock/practice/gate.json"
    let whole = try Data(contentsOf: URL(fileURLWithPath: file))
    let end = try #require(whole.firstRange(of: Data(gate.hosts.utf8))).upperBound + 20
    try gate.place.write(whole.prefix(end), to: "data/headstock/practice/gate.json")
    try edit("until_ms=", "until_ms=1 was=")
    let applied = try gate.run("gate", "apply")
    #expect(applied.status == 2 && applied.errors.contains("its lease was over"))
    #expect(try gate.text() == GatePlace.original)
  }

  @Test("the exit asks for the hosts file if damaged settings do not name it")
  func unknownFile() throws {
    try gate.place.write(Data("{".utf8), to: "data/headstock/practice/gate.json")
    let left = try gate.run("gate", "restore")
    #expect(left.status == 2 && left.errors.contains("--hosts-file"), "\(left.errors)")
    #expect(try gate.run("gate", "restore", "--hosts-file", gate.hosts).status == 0)
    #expect(try gate.text() == GatePlace.original)
  }

  @Test("the exit holds for a link to the hosts file, and a file of its own opens nothing")
  func exitByLink() throws {
    let copy = try gate.place.write(Data(try gate.text().utf8), to: "copy")
    let other = try gate.run("gate", "restore", "--hosts-file", copy)
    #expect(other.errors.contains("the gate stays closed"), "\(other.errors)")
    #expect(try !gate.run("practice", "status").output.contains("emergency"))
    let link = gate.place.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: gate.hosts)
    let left = try gate.run("gate", "restore", "--hosts-file", link)
    #expect(left.status == 0 && left.errors.contains("emergency exit"), "\(left.errors)")
    #expect(try gate.run("gate", "apply").output.hasPrefix("open until 00:00"))
    #expect(try gate.text() == GatePlace.original)
  }

  @Test("a restore of an expired section is no emergency exit")
  func expired() throws {
    try edit("until_ms=", "until_ms=1 was=")
    #expect(try gate.run("gate", "restore", "--expired").status == 0)
    #expect(try gate.text() == GatePlace.original)
    #expect(try !gate.run("practice", "status").output.contains("emergency"))
  }

  @Test("the emergency exit runs the command that unblocks")
  func exitCommand() throws {
    let output = gate.place.path + "/unblocked"
    let hook = try gate.place.writeProgram("echo $HEADSTOCK_EVENT > '\(output)'", named: "hook")
    #expect(
      try gate.run("gate", "setup", "--yes", "--on-block", hook, "--on-unblock", hook).status == 0)
    #expect(try gate.run("gate", "restore").status == 0)
    #expect(try String(contentsOfFile: output, encoding: .utf8) == "unblock\n")
  }
}
