// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

@Suite("tuner: notifications of reached goals")
struct GoalNotificationTests {
  private let gate: GatePlace
  private let variables: [String: String?]

  /// Makes a gate, and a program that writes down the notifications that it is given.
  init() throws {
    gate = try GatePlace()
    let program = try gate.place.writeProgram(
      "printf '%s|' \"$@\" >> \"$HOME/notices\"", named: "notify-send")
    let directory = (program as NSString).deletingLastPathComponent
    var variables = gate.variables
    variables["PATH"] = directory + ":/usr/bin:/bin"
    variables["HOME"] = gate.place.path
    variables["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/nowhere"
    self.variables = variables
  }

  private static let notice =
    "--app-name=Headstock|--urgency=normal|--|Goal reached|practice 1 min|"

  /// The notifications that were shown; `nil` for none.
  private var notices: String? {
    try? String(contentsOfFile: gate.place.path + "/notices", encoding: .utf8)
  }

  /// Runs a monitor while a minute of playing is counted, until it tells of the goal.
  private func watch(_ more: String...) throws -> Program.Outcome {
    let running = try gate.tuner.start(["gate", "monitor"] + more, environment: variables)
    wait(running, for: "monitor is running")
    _ = try gate.run("analyze", "--practice", "-q", "-t", "chromatic", gate.playing(seconds: 90))
    wait(running, for: "goal reached: practice 1 min")
    kill(running.identifier, SIGTERM)
    return try running.finish()
  }

  /// Waits until a program prints a text on standard error.
  private func wait(_ running: RunningProgram, for text: String) {
    let deadline = ContinuousClock.now + .seconds(600)
    while !running.errorOutput.contains(text), ContinuousClock.now < deadline { sched_yield() }
  }

  @Test("the monitor shows one notification when a goal is reached")
  func monitor() throws {
    try gate.setUp("--goal", "practice=1m")
    let outcome = try watch()
    #expect(outcome.status == 130 && outcome.errors.contains("goal reached: practice 1 min"))
    #expect(notices == Self.notice)
  }

  @Test("a setting turns notifications off, and an option turns them on for one run")
  func choices() throws {
    try gate.setUp("--goal", "practice=1m", "--notify", "off")
    let outcome = try watch()
    #expect(outcome.status == 130 && notices == nil)
    var bare = variables
    bare["DBUS_SESSION_BUS_ADDRESS"] = ""
    bare["XDG_RUNTIME_DIR"] = gate.place.path
    let refused = try gate.tuner.run(["gate", "monitor", "--notify", "on"], environment: bare)
    #expect(refused.status == 2 && refused.errors.contains("need a desktop session"))
    let setup = try gate.tuner.run(
      ["gate", "setup", "--yes", "--notify", "on"], environment: bare)
    #expect(setup.status == 2 && setup.errors.contains("need a desktop session"))
  }

  @Test("a live session shows the goal that it reaches, if it is asked to and counts practice")
  func live() throws {
    try gate.setUp("--goal", "practice=1m")
    let long = ["analyze", "--practice", "-q", "-t", "chromatic", try gate.playing(seconds: 58)]
    #expect(try gate.tuner.run(long, environment: variables).status == 0)
    let listen = [
      "live", "-q", "-f", "ndjson", "-t", "chromatic", "--input", try gate.playing(seconds: 6),
    ]
    let uncounted = try gate.tuner.run(listen + ["--notify"], environment: variables)
    #expect(uncounted.status == 2 && uncounted.errors.contains("--practice"))
    let outcome = try gate.tuner.run(listen + ["--practice", "--notify"], environment: variables)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(notices == Self.notice)
  }
}
