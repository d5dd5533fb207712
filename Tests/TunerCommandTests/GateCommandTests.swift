// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import ProgramRunning
import Testing

@Suite("tuner gate")
struct GateCommandTests {
  private static let original = "127.0.0.1 localhost\n"
  private let tuner = Program("tuner")
  private let place: TemporaryDirectory
  private let hosts: String
  private let journal: String

  init() throws {
    place = try TemporaryDirectory(holding: ["hosts": Data(Self.original.utf8)])
    hosts = place.path + "/hosts"
    journal = place.path + "/data/headstock/practice/journal"
  }

  private func run(_ arguments: String..., input: Data? = nil) throws -> Program.Outcome {
    try tuner.run(arguments, input: input, environment: variables)
  }

  private var variables: [String: String?] {
    ["XDG_DATA_HOME": place.path + "/data", "TZ": "UTC"]
  }

  private func setUp(_ more: String...) throws {
    let outcome = try tuner.run(
      ["gate", "setup", "--yes", "--target", "youtube.com", "--hosts-file", hosts] + more,
      environment: variables)
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  private func text() throws -> String { try String(contentsOfFile: hosts, encoding: .utf8) }

  /// Notes of half a second, one after another: a minute of playing.
  private func playing(seconds: Int = 60) throws -> String {
    let notes = [110.0, 146.83, 196, 246.94, 329.63, 164.81]
    var samples: [Float] = []
    for index in 0..<(seconds * 2) {
      samples += WAVE.pluck(notes[index % notes.count], rate: 16000, seconds: 0.75).dropFirst(4000)
    }
    return try place.write(WAVE.floats(samples, rate: 16000), to: "playing \(seconds).wav")
  }

  // O3, C54
  @Test(
    "before the set-up everything that acts ends with 2 and names the command",
    arguments: ["apply", "start", "cancel", "lock", "monitor"])
  func beforeSetUp(command: String) throws {
    let outcome = try run("gate", command, "--hosts-file", hosts)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("tuner gate setup"))
    #expect(try text() == Self.original)
  }

  // D2, D3, K4, K6
  @Test("sets up without a terminal, applies, and restores byte for byte")
  func day() throws {
    try setUp("--goal", "practice=20m")
    #expect(try run("gate", "apply").status == 0)
    let blocked = try text()
    #expect(blocked.hasPrefix("# BEGIN headstock practice gate"))
    #expect(blocked.contains("0.0.0.0 youtube.com\n:: youtube.com\n0.0.0.0 www.youtube.com\n"))
    #expect(blocked.hasSuffix(Self.original))
    let status = try run("gate", "status")
    #expect(status.output.hasPrefix("locked: youtube.com\n"))
    #expect(status.output.contains("practice      ░░░░░░░░░░░░░░░░░░░░  0 / 20 min\n"))
    #expect(try run("gate", "restore").status == 0)
    #expect(try text() == Self.original)
    #expect(try run("gate", "restore").errors.contains("no section"))
  }

  // D3
  @Test("a goal that is met opens the gate: practice from a recording counts, once")
  func goalMet() throws {
    try setUp("--goal", "practice=1m")
    _ = try run("gate", "apply")
    let first = try run("analyze", "--journal", "-t", "chromatic", playing(seconds: 90))
    #expect(first.errors.contains("of practice written down"))
    let again = try run("analyze", "--journal", "-t", "chromatic", playing(seconds: 90))
    #expect(again.errors.contains("in the journal already"))
    let applied = try run("gate", "apply")
    #expect(applied.output.hasPrefix("open until 00:00"))
    #expect(try text() == Self.original)
    let practice = try run("practice", "status")
    #expect(practice.output.contains("1 / 1 min  ✓"))
    let locked = try run("gate", "lock")
    #expect(locked.status == 0 && locked.output.hasPrefix("locked: youtube.com"))
    #expect(try text().contains("youtube.com"))
  }

  // K5, K6
  @Test("a dry run prints the difference and changes nothing")
  func dryRun() throws {
    try setUp()
    let kept = try Data(
      contentsOf: URL(fileURLWithPath: place.path + "/data/headstock/practice/gate.json"))
    let outcome = try run("gate", "apply", "--dry-run")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("+0.0.0.0 youtube.com\n"))
    #expect(try text() == Self.original)
    #expect(
      try Data(
        contentsOf: URL(fileURLWithPath: place.path + "/data/headstock/practice/gate.json"))
        == kept)
  }

  @Test("status, goals and targets come as JSON with a version")
  func json() throws {
    try setUp("--goal", "practice=20m", "--goal", "notes=50")
    for (arguments, schema) in [
      (["gate", "status"], "tuner.gate/1"), (["gate", "goal", "list"], "tuner.goals/1"),
      (["gate", "targets", "list"], "tuner.targets/1"),
      (["practice", "status"], "tuner.practice/1"), (["practice", "log"], "tuner.practice/1"),
    ] {
      let outcome = try tuner.run(arguments + ["-f", "json"], environment: variables)
      let document = try #require(
        try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
      #expect(document["schema"] as? String == schema)
    }
    let status = try run("gate", "status", "-f", "json").output
    #expect(status.contains("\"presentation\": \"locked\""))
    #expect(status.contains("\"unlock_remaining_s\": null"))
  }

  // H4, C58
  @Test("a lower goal waits until tomorrow, a higher one does not")
  func deferred() throws {
    try setUp("--goal", "practice=20m")
    let lower = try run("gate", "goal", "set", "practice", "10m")
    #expect(lower.status == 0 && lower.errors.contains("counts from"))
    #expect(try run("gate", "goal").output.contains("practice      20 min"))
    #expect(try run("gate", "goal", "set", "practice", "1h").status == 0)
    #expect(try run("gate", "goal", "list").output.contains("practice      60 min"))
    #expect(try run("gate", "goal", "remove", "steps").status == 1)
  }

  // K3, C55
  @Test("targets are added and removed, and shown as they are")
  func targets() throws {
    try setUp()
    #expect(try run("gate", "targets", "add", "reddit.com", "app:steam").status == 0)
    #expect(
      try run("gate", "targets", "list").output
        == "domain:youtube.com\ndomain:reddit.com\napp:steam\n")
    #expect(try run("gate", "targets", "remove", "youtube.com").status == 0)
    #expect(try !text().contains("youtube.com"))
    #expect(try run("gate", "targets", "remove", "youtube.com").status == 2)
  }

  @Test(
    "a target name with blanks, newlines or control characters is a clear error",
    arguments: ["", " ", "you tube.com", "a.com\n1.2.3.4 bank.com", "a\u{1B}[2J.com", "localhost"])
  func badTargets(name: String) throws {
    try setUp()
    _ = try run("gate", "apply")
    let before = try text()
    let outcome = try run("gate", "targets", "add", name)
    #expect(outcome.status == 2)
    #expect(!outcome.errors.contains("\u{1B}"))
    #expect(try text() == before)
    #expect(try run("gate", "targets", "list").output == "domain:youtube.com\n")
  }

  @Test(
    "wrong goals are wrong usage",
    arguments: ["practice", "practice=", "practice=-1", "practice=2000m", "sleep=8h", "time=25:00"])
  func badGoals(goal: String) throws {
    let outcome = try run(
      "gate", "setup", "--yes", "--target", "a.org", "--goal", goal, "--hosts-file", hosts)
    #expect(outcome.status == 2)
  }

  @Test("read-only, vanished and damaged hosts files end with 2 and are as they were")
  func badHosts() throws {
    try setUp()
    _ = try run("gate", "apply")
    let damaged = try text().replacingOccurrences(of: "lines=4", with: "lines=5")
    try place.write(Data(damaged.utf8), to: "hosts")
    for command in ["apply", "restore"] {
      let outcome = try run("gate", command)
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("markers"))
      #expect(try text() == damaged)
    }
    try place.write(Data(Self.original.utf8), to: "hosts")
    #expect(chmod(hosts, 0o444) == 0)
    let readOnly = try run("gate", "apply")
    #expect(readOnly.status == 2 && readOnly.errors.contains("no permission"))
    #expect(try text() == Self.original)
    unlink(hosts)
    let vanished = try run("gate", "apply")
    #expect(vanished.status == 2 && vanished.errors.contains("no such file"))
  }

  // O1, O4
  @Test("without permission the set-up stops there, keeps what is done, and goes on later")
  func setUpInSteps() throws {
    #expect(chmod(hosts, 0o444) == 0)
    let refused = try run(
      "gate", "setup", "--yes", "--target", "youtube.com", "--hosts-file", hosts)
    #expect(refused.status == 2 && refused.errors.contains("no permission"))
    #expect(
      try run("gate", "status", "-f", "json").output
        .contains("\"setup_step\": \"blockerPermission\""))
    #expect(try run("gate", "apply").status == 2)
    #expect(chmod(hosts, 0o644) == 0)
    #expect(try run("gate", "setup", "--yes").status == 0)
    #expect(try run("gate", "apply").output == "blocked: youtube.com\n")
  }

  // C56
  @Test("the microphone check shows the level of a recording in its place")
  func microphoneCheck() throws {
    let outcome = try run(
      "gate", "setup", "--yes", "--target", "a.org", "--hosts-file", hosts, "--input",
      playing(seconds: 2))
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("dBFS at the loudest"))
    let missing = try run("gate", "setup", "--yes", "--input", place.path + "/no.wav")
    #expect(missing.status == 2)
  }

  @Test("a device that can't be opened is said, with the remedy, and changes nothing")
  func noMicrophone() throws {
    let outcome = try run(
      "gate", "setup", "--yes", "--target", "a.org", "--hosts-file", hosts, "--device", "no such")
    #expect(outcome.status == 2 && outcome.errors.contains("tuner devices"))
    #expect(try text() == Self.original)
  }

  @Test("on a terminal the set-up asks, tries again, and goes on without a microphone")
  func interactive() throws {
    // script(1) gives the program a terminal. The recording is not there: tried twice, then left out.
    let command =
      "'\(tuner.path)' gate setup --input '\(place.path)/no.wav' --hosts-file '\(hosts)'"
    let outcome = try Program(path: "/usr/bin/script").run(
      ["-qec", command, "/dev/null"], input: Data("\ny\nn\nyoutube.com a.org\n".utf8),
      environment: variables.merging(["LC_ALL": "C.UTF-8"]) { $1 })
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.output.components(separatedBy: "Try again? [Y/n]").count == 3)
    #expect(outcome.output.contains("not checked"))
    #expect(outcome.output.contains("5 / 5"))
    #expect(try run("gate", "targets").output == "domain:youtube.com\ndomain:a.org\n")
    #expect(try text() == Self.original)
  }

  @Test("a recording that is played live counts where that is asked for, and once")
  func live() throws {
    let file = try playing(seconds: 3)
    let settings = ["-t", "chromatic"]
    let silent = try tuner.run(
      ["live", "--input", file, "-f", "ndjson"] + settings, environment: variables)
    #expect(silent.status == 0 && !silent.errors.contains("practice"))
    #expect(!FileManager.default.fileExists(atPath: journal))
    let played = try tuner.run(
      ["live", "--input", file, "-f", "ndjson", "--journal"] + settings, environment: variables)
    #expect(played.status == 0 && played.errors.contains("of practice written down"))
    #expect(try !FileManager.default.contentsOfDirectory(atPath: journal).isEmpty)
    // The same readings, to the bit: the same recording.
    let analyzed = try tuner.run(["analyze", "--journal", file] + settings, environment: variables)
    #expect(analyzed.errors.contains("in the journal already"))
  }

  @Test("the gate speaks the environment's language to people, and one to machines")
  func languages() throws {
    try setUp("--goal", "practice=20m")
    for (locale, begin) in [
      ("de_DE.UTF-8", "geschlossen: youtube.com\nÜbung "),
      ("es_MX.UTF-8", "cerrada: youtube.com\npráctica "),
      ("fi_FI.UTF-8", "locked: youtube.com\npractice "),
    ] {
      let environment = variables.merging(["LC_ALL": locale]) { $1 }
      let status = try tuner.run(["gate", "status"], environment: environment)
      #expect(status.output.hasPrefix(begin), "\(locale)")
      let json = try tuner.run(["gate", "goal", "-f", "json"], environment: environment)
      #expect(json.output.contains("\"every day\""))
    }
  }

  @Test("questions without a terminal are wrong usage")
  func noTerminal() throws {
    let outcome = try run("gate", "setup", "--hosts-file", hosts)
    #expect(outcome.status == 2 && outcome.errors.contains("--yes"))
  }

  @Test("the monitor unblocks by itself when a goal is met, and there is only one")
  func monitor() throws {
    try setUp("--goal", "practice=1m")
    _ = try run("gate", "apply")
    let running = try tuner.start(["gate", "monitor"], environment: variables)
    waitForWatch(running)
    let second = try run("gate", "monitor")
    #expect(second.status == 0 && second.errors.contains("runs already"))
    let change = try HostsChange(place.path)
    _ = try run("analyze", "--journal", "-q", "-t", "chromatic", playing(seconds: 90))
    let isChanged = change.wait(seconds: 600)
    #expect(isChanged)
    #expect(try text() == Self.original)
    kill(running.identifier, SIGTERM)
    #expect(try running.finish().status == 0)
  }

  /// Waits until a monitor says that it watches.
  private func waitForWatch(_ running: RunningProgram) {
    let deadline = ContinuousClock.now + .seconds(600)
    while !running.complaints.contains("is watched"), ContinuousClock.now < deadline {
      sched_yield()
    }
  }

  @Test("a crash of the monitor leaves a block that ends at its lease, by a process of its own")
  func crash() throws {
    try setUp()
    _ = try run("gate", "apply")
    let text = try text()
    // The lease as it is when all but a second of it is over; the shortest that can be set is 60 s.
    let file = place.path + "/late"
    let end = Int(Date().timeIntervalSince1970 * 1000) + 1200
    let late = try relabelled(text, end: end)
    try place.write(Data(late.utf8), to: "late")
    let outcome = try run("gate", "lease", "--hosts-file", file)
    #expect(outcome.status == 0)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == Self.original)
    #expect(Int(Date().timeIntervalSince1970 * 1000) >= end)
    // The process that `apply` started holds the lock over the section it watches.
    let lock = place.path + "/data/headstock/practice/"
    let names = try FileManager.default.contentsOfDirectory(atPath: lock)
    #expect(names.contains { $0.hasPrefix("lease") })
    #expect(try run("gate", "restore").status == 0)
  }

  /// Gives a section another end, with what its lines say staying as they are.
  private func relabelled(_ text: String, end: Int) throws -> String {
    text.replacing(/until_ms=\d+/, with: "until_ms=\(end)")
  }

  @Test("a restore of what is over leaves alone what is not")
  func expired() throws {
    try setUp()
    _ = try run("gate", "apply")
    let blocked = try text()
    #expect(try run("gate", "restore", "--expired").status == 0)
    #expect(try text() == blocked)
    try place.write(Data(try relabelled(blocked, end: 1).utf8), to: "hosts")
    #expect(try run("gate", "restore", "--expired").status == 0)
    #expect(try text() == Self.original)
  }

  @Test("the hooks are run with their arguments and no shell")
  func hooks() throws {
    let program = try place.writeProgram(
      "printf '%s %s %s' \"$HEADSTOCK_EVENT\" \"$1\" \"$HEADSTOCK_TARGETS\" > \"$2\"",
      named: "hook")
    let output = place.path + "/hooked"
    let command = try String(
      decoding: JSONEncoder().encode([program, "$(id)", output]), as: UTF8.self)
    try setUp("--target", "app:steam", "--on-block", command)
    #expect(try run("gate", "apply").status == 0)
    #expect(
      try String(contentsOfFile: output, encoding: .utf8)
        == "block $(id) domain:youtube.com\napp:steam")
    #expect(
      try run("gate", "setup", "--yes", "--on-block", "[1,2]").status == 2)
  }

  @Test("practice log shows the days, draws them, and reports damaged lines")
  func log() throws {
    _ = try run("analyze", "--journal", "-q", "-t", "chromatic", playing(seconds: 90))
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: journal)
        .first { $0.hasSuffix(".jsonl") })
    let handle = try #require(FileHandle(forWritingAtPath: journal + "/" + name))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("{\"v\":1,\n".utf8))
    let picture = place.path + "/week.svg"
    let outcome = try run("practice", "log", "--days", "3", "--svg", picture)
    #expect(outcome.status == 0)
    #expect(outcome.output.split(separator: "\n").count == 3)
    #expect(outcome.errors.contains("is damaged"))
    let svg = try String(contentsOfFile: picture, encoding: .utf8)
    #expect(svg.hasPrefix("<svg xmlns="))
    #expect(try run("practice", "log", "--days", "0").status == 2)
  }
}

/// Waits for a change of a directory, as the kernel tells it.
private struct HostsChange: ~Copyable {
  private let descriptor: Int32

  init(_ directory: String) throws {
    descriptor = inotify_init1(Int32(IN_CLOEXEC))
    try #require(inotify_add_watch(descriptor, directory, UInt32(IN_MOVED_TO)) >= 0)
  }

  deinit { close(descriptor) }

  /// Whether there was a change within so many seconds.
  func wait(seconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, seconds * 1000) > 0
  }
}
