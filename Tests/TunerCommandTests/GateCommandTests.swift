// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import ProgramRunning
import Testing

@Suite("tuner gate")
struct GateCommandTests {
  private let gate: GatePlace

  init() throws { gate = try GatePlace() }

  @Test("is set up without a terminal, applies blocks, and restores the file byte for byte")
  func day() throws {
    try gate.setUp("--goal", "practice=20m")
    #expect(try gate.run("gate", "apply").status == 0)
    let blocked = try gate.text()
    #expect(blocked.hasPrefix("# BEGIN headstock practice gate"))
    #expect(blocked.contains("0.0.0.0 youtube.com\n:: youtube.com\n0.0.0.0 www.youtube.com\n"))
    #expect(blocked.hasSuffix(GatePlace.original))
    let status = try gate.run("gate", "status")
    #expect(status.output.hasPrefix("locked: youtube.com\n"), "\(status.output)")
    #expect(status.output.contains("practice      ░░░░░░░░░░░░░░░░░░░░  0 / 20 min\n"))
    #expect(try gate.run("gate", "restore").status == 0)
    #expect(try gate.text() == GatePlace.original)
    #expect(try gate.run("gate", "restore").errors.contains("no section"))
  }

  @Test("a dry run prints the difference and changes nothing")
  func dryRun() throws {
    try gate.setUp()
    let kept = try Data(
      contentsOf: URL(fileURLWithPath: gate.place.path + "/data/headstock/practice/gate.json"))
    let outcome = try gate.run("gate", "apply", "--dry-run")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("+0.0.0.0 youtube.com\n"))
    #expect(try gate.text() == GatePlace.original)
    #expect(
      try Data(
        contentsOf: URL(fileURLWithPath: gate.place.path + "/data/headstock/practice/gate.json"))
        == kept)
  }

  @Test("a dry run prints the commands that apply would run, and runs none")
  func dryRunOfCommands() throws {
    let log = gate.place.path + "/log"
    let program = try gate.place.writeProgram("echo $1 >> '\(log)'", named: "run")
    try gate.setUp(
      "--goal", "practice=20m", "--target", "app:steam", "--on-block", program, "--helper",
      "[\"\(program)\",\"helper\"]")
    try? FileManager.default.removeItem(atPath: log)
    let dry = try gate.run("gate", "apply", "--dry-run")
    #expect(
      dry.output == """
        run: \(program) helper (block: youtube.com)
        run: \(program) (block: youtube.com, app:steam)

        """)
    #expect(!FileManager.default.fileExists(atPath: log))
    _ = try gate.run("gate", "apply")
    #expect(try String(contentsOfFile: log, encoding: .utf8) == "helper\n\n")
  }

  @Test("a command that works says the state, though nothing is blocked yet or no data is read")
  func stateOfCommands() throws {
    let file = try gate.place.write(Data("<HealthData></HealthData>\n".utf8), to: "e.xml")
    try gate.setUp("--goal", "practice=20m", "--health-export", file)
    _ = try gate.run("gate", "apply")
    try gate.place.write(Data(GatePlace.original.utf8), to: "hosts")
    #expect(try gate.run("gate", "start").output == "earning, 0 % done; blocked: nothing\n")
    #expect(try gate.run("gate", "cancel").output == "locked: nothing\n")
    #expect(try gate.run("gate", "goal", "set", "steps", "1000").status == 0)
    #expect(try gate.run("gate", "goal", "set", "energy", "100").status == 0)
    try FileManager.default.removeItem(atPath: file)
    let started = try gate.run("gate", "start")
    #expect(started.status == 0 && started.output.hasPrefix("earning"), "\(started.errors)")
    #expect(started.errors.contains("tuner: steps, energy: "), "\(started.errors)")
    #expect(started.errors.components(separatedBy: "/e.xml").count == 2, "\(started.errors)")
    #expect(try gate.run("gate", "apply").status == 2)
    let status = try gate.run("gate", "status").output
    #expect(status.components(separatedBy: "/e.xml").count == 2, "\(status)")
  }

  @Test("status, goals and targets come as JSON with a version")
  func json() throws {
    try gate.setUp("--goal", "practice=20m", "--goal", "notes=50")
    for (arguments, schema) in [
      (["gate", "status"], "tuner.gate/1"), (["gate", "goal", "list"], "tuner.goals/1"),
      (["gate", "targets", "list"], "tuner.targets/1"),
      (["practice", "status"], "tuner.practice/1"), (["practice", "log"], "tuner.practice/1"),
    ] {
      let outcome = try gate.tuner.run(arguments + ["-f", "json"], environment: gate.variables)
      let document = try #require(
        try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
      #expect(document["schema"] as? String == schema)
    }
    let status = try gate.run("gate", "status", "-f", "json").output
    #expect(status.contains("\"presentation\": \"locked\""))
    #expect(status.contains("\"unlock_remaining_s\": null"))
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(status.utf8)) as? [String: Any])
    #expect(document["labels"] as? [String] == ["Start Workout"])
    #expect(document["diagnostics"] as? [String] == [])
    let fresh = try GatePlace().run("gate", "status", "-f", "json").output
    let first = try #require(
      try JSONSerialization.jsonObject(with: Data(fresh.utf8)) as? [String: Any])
    #expect(first["labels"] as? [String] == ["Get Started"])
  }

  @Test("the help offers no policy that no option can choose")
  func offersNoPolicy() throws {
    for words in [["gate"], ["gate", "start"], ["gate", "setup"]] {
      let help = try gate.tuner.run(words + ["--help"], environment: gate.variables).output
      #expect(!help.contains("session policy") && !help.contains("from now on"), "\(words)")
    }
  }

  @Test("read-only and missing hosts files end with 2 and are not changed")
  func badHosts() throws {
    try gate.setUp()
    #expect(chmod(gate.hosts, 0o444) == 0)
    let readOnly = try gate.run("gate", "apply")
    #expect(readOnly.status == 2 && readOnly.errors.contains("no permission"))
    #expect(try gate.text() == GatePlace.original)
    unlink(gate.hosts)
    let vanished = try gate.run("gate", "apply")
    #expect(vanished.status == 2 && vanished.errors.contains("no such file"))
  }

  @Test("the gate uses the environment's language in text, and English in JSON")
  func languages() throws {
    try gate.setUp("--goal", "practice=20m")
    #expect(try gate.run("gate", "apply").status == 0)
    for (locale, begin, waits) in [
      ("de_DE.UTF-8", "geschlossen: youtube.com\nÜbung ", "daher gilt es ab 20"),
      ("es_MX.UTF-8", "cerrada: youtube.com\npráctica ", "así que vale desde el 20"),
      ("fi_FI.UTF-8", "locked: youtube.com\npractice ", "so it counts from 20"),
    ] {
      let environment = gate.variables.merging(["LC_ALL": locale]) { $1 }
      let status = try gate.tuner.run(["gate", "status"], environment: environment)
      #expect(status.output.hasPrefix(begin), "\(locale)")
      let easier = try gate.tuner.run(
        ["gate", "goal", "set", "practice", "5m"], environment: environment)
      #expect(easier.errors.contains(waits), "\(locale): \(easier.errors)")
      let json = try gate.tuner.run(["gate", "goal", "-f", "json"], environment: environment)
      #expect(json.output.contains("\"every day\""))
    }
  }

  @Test("links of the gate's file that form a loop are an error in the environment's language")
  func linkLoop() throws {
    try gate.setUp("--goal", "practice=20m")
    let file = gate.place.path + "/data/headstock/practice/gate.json"
    try FileManager.default.removeItem(atPath: file)
    try FileManager.default.createSymbolicLink(
      atPath: file, withDestinationPath: "gate.json")
    for (locale, words) in [
      ("de_DE.UTF-8", "Die symbolischen Links führen im Kreis"),
      ("es_MX.UTF-8", "sus enlaces simbólicos forman un círculo"),
      ("C.UTF-8", "its symbolic links form a loop"),
    ] {
      let environment = gate.variables.merging(["LC_ALL": locale]) { $1 }
      for command in [["gate", "status"], ["gate", "apply"]] {
        let outcome = try gate.tuner.run(command, environment: environment)
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("/gate.json: \(words)"), "\(outcome.errors)")
      }
    }
  }

  @Test(
    "in a locale without UTF-8 the texts of the gate and of practice are ASCII",
    arguments: ["C", "de_DE.ISO-8859-1", "es_ES"])
  func asciiLocales(locale: String) throws {
    try gate.setUp("--goal", "practice=1m")
    _ = try gate.run(
      "analyze", "--practice", "-q", "-t", "chromatic", gate.playing(seconds: 90))
    let environment = gate.variables.merging(["LC_ALL": locale]) { $1 }
    for command in [["gate", "status"], ["practice", "status"], ["practice", "log"]] {
      let outcome = try gate.tuner.run(command, environment: environment)
      #expect(outcome.status == 0)
      #expect(outcome.output.utf8.allSatisfy { $0 < 0x80 }, "\(outcome.output)")
      #expect(
        outcome.output.contains("####") && outcome.output.contains("  *\n"), "\(outcome.output)")
    }
    let environment8 = gate.variables.merging(["LC_ALL": "de_DE.UTF-8"]) { $1 }
    let status = try gate.tuner.run(["practice", "status"], environment: environment8)
    #expect(status.output.contains("Übung") && status.output.contains("████"))
  }
}
