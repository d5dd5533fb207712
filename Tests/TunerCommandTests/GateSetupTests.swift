// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import ProgramRunning
import Testing

@Suite("tuner gate: the set-up")
struct GateSetupTests {
  private let gate: GatePlace

  init() throws { gate = try GatePlace() }

  @Test(
    "before the set-up every command that acts ends with 2 and names the set-up command",
    arguments: ["apply", "start", "cancel", "lock", "monitor"])
  func beforeSetUp(command: String) throws {
    let outcome = try gate.run("gate", command, "--hosts-file", gate.hosts)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("tuner gate setup"))
    #expect(try gate.text() == GatePlace.original)
  }

  @Test("without permission the set-up stops, keeps the finished steps, and continues later")
  func setUpInSteps() throws {
    #expect(chmod(gate.hosts, 0o444) == 0)
    let refused = try gate.run(
      "gate", "setup", "--yes", "--target", "youtube.com", "--hosts-file", gate.hosts)
    #expect(refused.status == 2 && refused.errors.contains("no permission"))
    #expect(
      try gate.run("gate", "status", "-f", "json").output
        .contains("\"setup_step\": \"blockerPermission\""))
    #expect(try gate.run("gate", "apply").status == 2)
    #expect(chmod(gate.hosts, 0o644) == 0)
    #expect(try gate.run("gate", "setup", "--yes").status == 0)
    #expect(try gate.run("gate", "apply").output == "blocked: youtube.com\n")
  }

  @Test("the microphone check shows the level of a recording that replaces the microphone")
  func microphoneCheck() throws {
    let outcome = try gate.run(
      "gate", "setup", "--yes", "--target", "a.org", "--hosts-file", gate.hosts, "--input",
      gate.playing(seconds: 2))
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("dBFS at the loudest"))
    let missing = try gate.run("gate", "setup", "--yes", "--input", gate.place.path + "/no.wav")
    #expect(missing.status == 2)
    #expect(missing.errors.contains("/no.wav: "), "\(missing.errors)")
    #expect(!missing.errors.contains("play something"), "\(missing.errors)")
  }

  @Test("the microphone check says that channels cancel each other, and one channel is loud")
  func cancelledChannels() throws {
    let samples = WAVE.pluck(110).flatMap { [$0, -$0] }
    let file = gate.place.path + "/cancelled.wav"
    try WAVE.floats(samples, channels: 2).write(to: URL(fileURLWithPath: file))
    let words = [
      "gate", "setup", "--yes", "--target", "a.org", "--hosts-file", gate.hosts, "--input", file,
    ]
    let mixed = try gate.tuner.run(words, environment: gate.variables)
    #expect(mixed.errors.contains("the channels cancel each other"), "\(mixed.errors)")
    #expect(!mixed.errors.contains("dBFS at the loudest"))
    let one = try gate.tuner.run(
      words + ["--channel", "1"], environment: gate.variables)
    #expect(one.errors.contains("dBFS at the loudest"), "\(one.errors)")
    #expect(!one.errors.contains("cancel each other"))
  }

  @Test("a sample outside the range of samples does not count in the microphone check")
  func rejectedSample() throws {
    let file = gate.place.path + "/large.wav"
    try WAVE.floats([1e15] + [Float](repeating: 0, count: 9600)).write(
      to: URL(fileURLWithPath: file))
    let outcome = try gate.run(
      "gate", "setup", "--yes", "--target", "a.org", "--hosts-file", gate.hosts, "--input", file)
    #expect(outcome.status == 0)
    #expect(!outcome.errors.contains("dBFS at the loudest"), "\(outcome.errors)")
  }

  @Test("a device that can't be opened is reported with a remedy, without a change")
  func noMicrophone() throws {
    let outcome = try gate.run(
      "gate", "setup", "--yes", "--target", "a.org", "--hosts-file", gate.hosts, "--device",
      "no such")
    #expect(outcome.status == 2 && outcome.errors.contains("tuner devices"))
    #expect(try gate.text() == GatePlace.original)
  }

  @Test("on a terminal the set-up asks questions, tries again, and continues without a microphone")
  func interactive() throws {
    // script(1) gives the program a terminal. The recording does not exist: the set-up tries it
    // twice and then goes on without it.
    let command =
      "'\(gate.tuner.path)' gate setup --input '\(gate.place.path)/no.wav' --hosts-file '\(gate.hosts)'"
    let outcome = try Program(path: "/usr/bin/script").run(
      ["-qec", command, "/dev/null"],
      input: Data("\ny\nn\n\ny\nyoutube.com a.org\nmany\ny\n10\n".utf8),
      environment: gate.variables.merging(["LC_ALL": "C.UTF-8"]) { $1 })
    #expect(outcome.status == 0, "\(outcome.output)")
    // Twice for the recording, once for no site, once for a goal that is no number.
    #expect(outcome.output.components(separatedBy: "Try again? [Y/n]").count == 5)
    #expect(outcome.output.contains("no site is named"))
    #expect(outcome.output.contains("goal: practice 10 min"))
    #expect(try gate.run("gate", "goal").output.contains("practice      10 min"))
    #expect(outcome.output.contains("not checked"))
    #expect(outcome.output.contains("5 / 5"))
    #expect(try gate.run("gate", "targets").output == "domain:youtube.com\ndomain:a.org\n")
    #expect(try gate.text() == GatePlace.original)
  }

  @Test("without a site the set-up does not end, with questions or without")
  func noTargets() throws {
    let outcome = try gate.run("gate", "setup", "--yes", "--hosts-file", gate.hosts)
    #expect(outcome.status == 2 && outcome.errors.contains("no site is named"))
    #expect(!outcome.errors.contains("5 / 5"))
    #expect(try gate.run("gate", "apply").status == 2)
  }

  @Test("damaged settings are reported as damaged, with the remedy, until the set-up")
  func damagedSettings() throws {
    try gate.setUp()
    _ = try gate.run("gate", "apply")
    try gate.place.write(Data("{".utf8), to: "data/headstock/practice/gate.json")
    for _ in 0..<2 {
      let status = try gate.run("gate", "status")
      #expect(status.status == 0)
      #expect(status.output.hasPrefix("the gate's settings were damaged"), "\(status.output)")
      #expect(status.output.contains("gate.json.corrupt-1") && status.output.contains("gate setup"))
      #expect(!status.output.contains("locked"))
    }
    try gate.setUp()
    #expect(try !gate.run("gate", "status").output.contains("damaged"))
    #expect(try gate.run("gate", "restore").status == 0)
  }

  @Test("before the set-up the status says that, and not that something is locked")
  func statusBeforeSetUp() throws {
    let status = try gate.run("gate", "status")
    #expect(status.status == 0 && status.output.hasPrefix("the gate is not set up"))
    #expect(!status.output.contains("locked") && !status.output.contains("20 min"))
    let goals = try gate.run("gate", "goal")
    #expect(goals.status == 0 && goals.output.isEmpty, "\(goals.output)")
    #expect(goals.errors.contains("the gate is not set up"))
  }

  @Test("questions without a terminal are wrong usage")
  func noTerminal() throws {
    let outcome = try gate.run("gate", "setup", "--hosts-file", gate.hosts)
    #expect(outcome.status == 2 && outcome.errors.contains("--yes"))
  }

  @Test("the hooks run with their arguments and without a shell")
  func hooks() throws {
    let program = try gate.place.writeProgram(
      "printf '%s %s %s' \"$HEADSTOCK_EVENT\" \"$1\" \"$HEADSTOCK_TARGETS\" > \"$2\"",
      named: "hook")
    let output = gate.place.path + "/hooked"
    let command = try String(
      decoding: JSONEncoder().encode([program, "$(id)", output]), as: UTF8.self)
    try gate.setUp("--target", "app:steam", "--on-block", command)
    #expect(try gate.run("gate", "apply").status == 0)
    #expect(
      try String(contentsOfFile: output, encoding: .utf8)
        == "block $(id) domain:youtube.com\napp:steam")
    #expect(
      try gate.run("gate", "setup", "--yes", "--on-block", "[1,2]").status == 2)
  }

  @Test("a set-up that is done refuses a command that can't be run, and keeps its settings")
  func noProgram() throws {
    try gate.setUp()
    for option in ["--on-block", "--on-unblock", "--helper"] {
      let refused = try gate.run("gate", "setup", "--yes", option, "/nosuch/prog")
      #expect(refused.status == 2 && refused.errors.contains("/nosuch/prog"), "\(refused.errors)")
      #expect(!refused.errors.contains("5 / 5"))
    }
    let directory = try gate.run("gate", "setup", "--yes", "--on-block", gate.place.path)
    #expect(directory.status == 2 && directory.errors.contains("no program"))
    #expect(try gate.run("gate", "apply").status == 0)
  }

  @Test("a command that can't be run any more can be replaced on the same day, but not left out")
  func lostProgram() throws {
    let hook = try gate.place.writeProgram("exit 0", named: "hook")
    try gate.setUp("--goal", "practice=20m", "--target", "app:steam", "--on-block", hook)
    #expect(try gate.run("gate", "setup", "--yes", "--on-block", "/bin/true").status == 2)
    try FileManager.default.removeItem(atPath: hook)
    #expect(try gate.run("gate", "apply").status == 2)
    #expect(try gate.run("gate", "setup", "--yes", "--on-block", "").status == 2)
    let replaced = try gate.run("gate", "setup", "--yes", "--on-block", "/bin/true")
    #expect(replaced.status == 0, "\(replaced.errors)")
    #expect(try gate.run("gate", "apply").status == 0)
    #expect(try gate.run("gate", "setup", "--yes", "--on-block", "/bin/echo").status == 2)
  }

  @Test("relative paths of the set-up hold in every directory")
  func relativePaths() throws {
    let output = gate.place.path + "/hooked"
    _ = try gate.place.writeProgram("echo $HEADSTOCK_EVENT > '\(output)'", named: "hook")
    try gate.place.write(Data("<HealthData></HealthData>\n".utf8), to: "e.xml")
    let outcome = try Program(path: "/bin/sh").run(
      [
        "-c", "cd '\(gate.place.path)' && exec '\(gate.tuner.path)' \"$@\"", "sh", "gate", "setup",
        "--yes", "--target", "app:steam", "--on-block", "./bin/hook", "--health-export", "e.xml",
        "--goal", "steps=1000", "--hosts-file", "hosts",
      ], environment: gate.variables)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let applied = try gate.run("gate", "apply")
    #expect(applied.status == 0, "\(applied.errors)")
    #expect(try String(contentsOfFile: output, encoding: .utf8) == "block\n")
  }

  @Test("an export is checked when the set-up is done, and an empty name leaves it out")
  func export() throws {
    let file = try gate.place.write(
      Data("<HealthData></HealthData>\n".utf8), to: "e.xml")
    try gate.setUp("--goal", "practice=20m", "--health-export", file)
    let missing = try gate.run("gate", "setup", "--yes", "--health-export", "/nosuch.xml")
    #expect(missing.status == 2 && missing.errors.contains("/nosuch.xml"), "\(missing.errors)")
    let german = try gate.tuner.run(
      ["gate", "setup", "--yes", "--health-export", "/nosuch.xml"],
      environment: gate.variables.merging(["LC_ALL": "de_DE.UTF-8"]) { $1 })
    #expect(
      german.status == 2
        && german.errors.contains("tuner: /nosuch.xml: Die Datei ist nicht lesbar (No such"),
      "\(german.errors)")
    #expect(try gate.run("gate", "goal", "set", "steps", "1000").status == 0)
    let needed = try gate.run("gate", "setup", "--yes", "--health-export", "")
    #expect(needed.status == 2 && needed.errors.contains("steps"), "\(needed.errors)")
    let fresh = try GatePlace()
    try fresh.setUp("--health-export", file)
    #expect(try fresh.run("gate", "setup", "--yes", "--health-export", "").status == 0)
    #expect(try fresh.run("gate", "goal", "set", "steps", "1000").status == 2)
  }

  @Test("the status does not call a target blocked whose command failed, and names the failure")
  func failedCommand() throws {
    let hook = try gate.place.writeProgram("exit 7", named: "hook")
    try gate.setUp("--goal", "practice=20m", "--target", "app:steam", "--on-block", hook)
    #expect(try gate.run("gate", "apply").status == 2)
    for _ in 0..<2 {
      let text = try gate.run("gate", "status").output
      #expect(text.hasPrefix("locked: youtube.com\nNOT blocked: app:steam. "), "\(text)")
      #expect(text.components(separatedBy: "status 7").count == 2, "\(text)")
      let json = try gate.run("gate", "status", "-f", "json").output
      let document = try #require(
        try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
      #expect(document["in_force"] as? [String] == ["domain:youtube.com"])
      #expect((document["block_failure"] as? String)?.contains("status 7") == true)
      #expect((document["not_blocked"] as? [String])?.count == 1)
    }
    _ = try gate.place.writeProgram("exit 0", named: "hook")
    #expect(try gate.run("gate", "apply").status == 0)
    #expect(try gate.run("gate", "status").output.hasPrefix("locked: youtube.com, app:steam\n"))
  }
}
