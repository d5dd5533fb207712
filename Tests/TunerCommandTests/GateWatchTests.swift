// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import ProgramRunning
import Testing

@Suite("tuner gate: the monitor and the lease")
struct GateWatchTests {
  private let gate: GatePlace

  init() throws { gate = try GatePlace() }

  @Test("the monitor unblocks by itself when a goal is met, and there is only one")
  func monitor() throws {
    try gate.setUp("--goal", "practice=1m")
    _ = try gate.run("gate", "apply")
    let running = try gate.tuner.start(["gate", "monitor"], environment: gate.variables)
    waitForWatch(running)
    let second = try gate.run("gate", "monitor")
    #expect(second.status == 0 && second.errors.contains("runs already"))
    let change = try HostsChange(gate.place.path)
    _ = try gate.run("analyze", "--practice", "-q", "-t", "chromatic", gate.playing(seconds: 90))
    // A lease that is renewed changes the file as well.
    while try gate.text() != GatePlace.original {
      let isChanged = change.wait(seconds: 600)
      try #require(isChanged)
    }
    kill(running.identifier, SIGTERM)
    #expect(try running.finish().status == 130)
  }

  @Test("the monitor uses settings that change while it runs, but none that unblock a target")
  func changedSettings() throws {
    try gate.setUp("--goal", "practice=1m")
    let running = try gate.tuner.start(["gate", "monitor"], environment: gate.variables)
    waitForWatch(running)
    #expect(try gate.run("gate", "setup", "--yes", "--lease", "600").status == 0)
    #expect(wait(for: "uses the changed settings", of: running))
    let other = try gate.place.write(Data(GatePlace.original.utf8), to: "other")
    try replaceSetting("\"hostsFile\" : \"\(gate.hosts)\"", with: "\"hostsFile\" : \"\(other)\"")
    #expect(wait(for: "until nothing is blocked", of: running))
    #expect(try gate.text().contains("0.0.0.0 youtube.com\n"))
    #expect(try String(contentsOfFile: other, encoding: .utf8) == GatePlace.original)
    try replaceSetting("\"leaseSeconds\" : 600", with: "\"leaseSeconds\" : 1")
    #expect(wait(for: "keeps the last settings", of: running))
    #expect(try gate.text().contains("0.0.0.0 youtube.com\n"))
    kill(running.identifier, SIGTERM)
    #expect(try running.finish().status == 130)
  }

  /// Replaces a part of the gate's file, as an editor does.
  private func replaceSetting(_ old: String, with new: String) throws {
    let path = gate.place.path + "/data/headstock/practice/gate.json"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try #require(text.contains(old))
    try text.replacing(old, with: new).write(toFile: path, atomically: true, encoding: .utf8)
  }

  /// Waits until a monitor reports that it watches.
  private func waitForWatch(_ running: RunningProgram) {
    _ = wait(for: "monitor is running", of: running)
  }

  /// Waits until a program has written a text to standard error; returns false after ten minutes.
  private func wait(for text: String, of running: RunningProgram) -> Bool {
    let deadline = ContinuousClock.now + .seconds(600)
    while !running.errorOutput.contains(text) {
      if ContinuousClock.now > deadline { return false }
      sched_yield()
    }
    return true
  }

  @Test("after a crash of the monitor, a separate process ends the block at its lease")
  func crash() throws {
    try gate.setUp()
    _ = try gate.run("gate", "apply")
    let text = try gate.text()
    // The process that `apply` started holds the lock of its section, so a second one has no work
    // during the lease of a quarter of an hour.
    try waitForLeaseLock()
    #expect(try gate.run("gate", "lease").status == 0)
    #expect(try gate.text() == text)
    // A section that has one second of its lease left. The shortest lease that can be set is 60 s.
    let file = gate.place.path + "/late"
    let end = Int(Date().timeIntervalSince1970 * 1000) + 1200
    let late = try relabelled(text, end: end)
    try gate.place.write(Data(late.utf8), to: "late")
    let outcome = try gate.run("gate", "lease", "--hosts-file", file)
    #expect(outcome.status == 0)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == GatePlace.original)
    #expect(Int(Date().timeIntervalSince1970 * 1000) >= end)
    #expect(try gate.run("gate", "restore").status == 0)
  }

  /// Waits until a process holds the lock over the section, as the kernel lists its locks.
  private func waitForLeaseLock() throws {
    let practice = gate.place.path + "/data/headstock/practice/"
    let deadline = ContinuousClock.now + .seconds(600)
    var isHeld = false
    while !isHeld, ContinuousClock.now < deadline {
      sched_yield()
      var status = stat()
      let names = try FileManager.default.contentsOfDirectory(atPath: practice)
      guard let name = names.first(where: { $0.hasPrefix("lease-") }),
        stat(practice + name, &status) == 0
      else { continue }
      let locks = try String(contentsOfFile: "/proc/locks", encoding: .utf8)
      isHeld = locks.contains(":\(status.st_ino) ")
    }
    try #require(isHeld)
  }

  /// Returns a section with another end and the same lines.
  private func relabelled(_ text: String, end: Int) throws -> String {
    text.replacing(/until_ms=\d+/, with: "until_ms=\(end)")
  }

  @Test("a restore of expired sections does not change valid ones")
  func expired() throws {
    try gate.setUp()
    _ = try gate.run("gate", "apply")
    let blocked = try gate.text()
    #expect(try gate.run("gate", "restore", "--expired").status == 0)
    #expect(try gate.text() == blocked)
    try gate.place.write(Data(try relabelled(blocked, end: 1).utf8), to: "hosts")
    #expect(try gate.run("gate", "restore", "--expired").status == 0)
    #expect(try gate.text() == GatePlace.original)
  }
}

/// Waits for a change of a directory, which the kernel reports.
private struct HostsChange: ~Copyable {
  private let descriptor: Int32

  init(_ directory: String) throws {
    descriptor = inotify_init1(Int32(IN_CLOEXEC))
    try #require(inotify_add_watch(descriptor, directory, UInt32(IN_MOVED_TO)) >= 0)
  }

  deinit { close(descriptor) }

  /// Returns true if there was a change within some seconds.
  func wait(seconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, seconds * 1000) > 0
  }
}
