// SPDX-License-Identifier: MIT

import FileStore
import Foundation
import Glibc
import ProgramRunning
import Testing

@Suite("tuner gate: files and processes that an attacker could prepare")
struct GateAttackTests {
  private let gate: GatePlace

  init() throws { gate = try GatePlace() }

  private func applied(_ more: String...) throws -> String {
    try gate.setUp()
    let outcome = try gate.run("gate", "apply")
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try gate.text()
  }

  // MARK: - The journal

  @Test("a link, a pipe and a device in the journal are refused at once by name and not changed")
  func strangeJournalFiles() throws {
    try gate.setUp("--goal", "practice=1m")
    let victim = try gate.place.write(Data("precious\n".utf8), to: "victim")
    let today = String("\(Date().ISO8601Format())".prefix(10))
    let file = gate.journal + "/\(today).jsonl"
    #expect(symlink(victim, file) == 0)
    for _ in 0..<2 {
      let status = try gate.run("gate", "status")
      #expect(status.output.contains("\(today).jsonl"))
      let noted = try gate.run(
        "analyze", "--practice", "-q", "-t", "chromatic", gate.playing(seconds: 8))
      #expect(noted.status == 2 && noted.errors.contains("\(today).jsonl"), "\(noted.errors)")
      #expect(unlink(file) == 0)
      #expect(mkfifo(file, 0o600) == 0)
    }
    #expect(try String(contentsOfFile: victim, encoding: .utf8) == "precious\n")
  }

  // MARK: - Root

  @Test(
    "root uses no settings that another user could have written",
    .enabled(if: geteuid() == 0))
  func foreignSettings() throws {
    let witness = gate.place.path + "/witness"
    try gate.setUp("--on-block", "[\"/usr/bin/touch\",\"\(witness)\"]")
    let file = gate.place.path + "/data/headstock/practice/gate.json"
    #expect(chown(file, 65_534, 65_534) == 0)
    for command in ["apply", "status", "lock", "monitor"] {
      let outcome = try gate.run("gate", command)
      #expect(outcome.status == 2 && outcome.errors.contains("gate.json"), "\(outcome.errors)")
    }
    #expect(access(witness, F_OK) != 0)
    #expect(try gate.text() == GatePlace.original)
    // A file that everybody may write is not trusted, and neither is a file in such a directory.
    #expect(chown(file, 0, 0) == 0 && chmod(file, 0o666) == 0)
    #expect(try gate.run("gate", "apply").status == 2)
    #expect(chmod(file, 0o600) == 0 && chmod(gate.place.path, 0o777) == 0)
    #expect(try gate.run("gate", "apply").status == 2)
    #expect(chmod(gate.place.path, 0o755) == 0)
    #expect(try gate.run("gate", "apply").status == 0)
    #expect(access(witness, F_OK) == 0)
  }

  // MARK: - Locks

  @Test(
    "restore needs no lock of the settings; any other wait that fails names the lock's holder")
  func heldLock() throws {
    _ = try applied()
    let place = gate.place.path + "/data/headstock/practice/gate.json.lock"
    guard let lock = FileLock(tryingFor: place) else {
      Issue.record("the lock is not free")
      return
    }
    let status = try gate.run("gate", "status")
    #expect(status.status == 2)
    #expect(status.errors.contains("process \(getpid())"), "\(status.errors)")
    #expect(try gate.run("gate", "restore").status == 0)
    #expect(try gate.text() == GatePlace.original)
    _ = consume lock
  }

  @Test("waiting for a held lock of the journal ends with an error that names the holder")
  func heldJournal() throws {
    try gate.setUp()
    guard let lock = FileLock(tryingFor: gate.journal + "/.lock") else {
      Issue.record("the lock is not free")
      return
    }
    let noted = try gate.run(
      "analyze", "--practice", "-q", "-t", "chromatic", gate.playing(seconds: 8))
    #expect(noted.status == 2)
    #expect(noted.errors.contains("process \(getpid())"), "\(noted.errors)")
    _ = consume lock
  }

  // MARK: - Blocks that outlive their lease

  private func relabelled(_ text: String, end: Int) -> String {
    text.replacing(/until_ms=\d+/, with: "until_ms=\(end)")
  }

  private var now: Int { Int(Date().timeIntervalSince1970 * 1000) }

  @Test("an impossible end counts as over, and a valid section is reported as valid")
  func impossibleEnd() throws {
    let text = try applied()
    let holding = try gate.run("gate", "restore", "--expired")
    #expect(holding.status == 0 && holding.errors.contains("is valid until"), "\(holding.errors)")
    try gate.place.write(Data(relabelled(text, end: now + 366 * 86_400_000).utf8), to: "hosts")
    let restored = try gate.run("gate", "restore", "--expired")
    #expect(restored.status == 0)
    #expect(try gate.text() == GatePlace.original)
    #expect(try gate.run("gate", "restore", "--expired").errors.contains("no section"))
  }

  @Test("the next command that may change the hosts file removes a section whose lease is over")
  func expiredLease() throws {
    let expired = relabelled(try applied(), end: now - 61_000)
    // A file that no process watches.
    let file = try gate.place.write(Data(expired.utf8), to: "elsewhere/hosts")
    for words in [["status"], ["targets", "list"], ["goal", "list"], ["apply", "--dry-run"]] {
      let reading = try gate.tuner.run(
        ["gate"] + words + ["--hosts-file", file], environment: gate.variables)
      #expect(reading.status == 0, "\(words): \(reading.errors)")
      #expect(try String(contentsOfFile: file, encoding: .utf8) == expired, "\(words)")
      #expect(words[0] != "status" || reading.output.contains("the lease of the block is over"))
      // The difference begins at the file that is there.
      #expect(words[0] != "apply" || reading.output.contains("-0.0.0.0 youtube.com\n"))
    }
    let outcome = try gate.run("gate", "targets", "add", "youtube.com", "--hosts-file", file)
    #expect(outcome.errors.contains("its lease was over"), "\(outcome.errors)")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == GatePlace.original)
    _ = try gate.run("gate", "restore")
  }

  @Test("without a process that will end it, no block begins")
  func watcherFails() throws {
    try gate.setUp()
    // Another kind of file has the name of the lock.
    let practice = gate.place.path + "/data/headstock/practice/"
    _ = try gate.run("gate", "apply")
    try gate.place.write(Data(GatePlace.original.utf8), to: "hosts")
    let lock = try #require(
      try FileManager.default.contentsOfDirectory(atPath: practice).first {
        $0.hasPrefix("lease-")
      })
    unlink(practice + lock)
    #expect(mkdir(practice + lock, 0o700) == 0)
    let outcome = try gate.run("gate", "apply")
    #expect(outcome.status == 2)
    #expect(!outcome.output.contains("blocked"))
    #expect(outcome.errors.contains("watch over the lease"), "\(outcome.errors)")
    #expect(try gate.text() == GatePlace.original)
  }

  // MARK: - What it says and leaves

  @Test("a target that could not be blocked is not reported as blocked")
  func failedApply() throws {
    try gate.setUp()
    #expect(chmod(gate.hosts, 0o444) == 0)
    let outcome = try gate.run("gate", "apply")
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty, "\(outcome.output)")
  }

  @Test("temporary files of killed processes beside the hosts file are removed, by name and age")
  func leftovers() throws {
    try gate.setUp()
    let old = Date(timeIntervalSinceNow: -3600)
    for (name, text, date) in [
      (".headstock-old", GatePlace.original, old), (".headstock-new", "x", Date()),
      ("headstock-mine", "x", old),
    ] {
      let path = try gate.place.write(Data(text.utf8), to: name)
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    }
    _ = try gate.run("gate", "apply")
    let names = try FileManager.default.contentsOfDirectory(atPath: gate.place.path)
    #expect(!names.contains(".headstock-old"))
    #expect(names.contains(".headstock-new") && names.contains("headstock-mine"))
    // The only copy of another program's change is kept under a visible name.
    let lost = try gate.place.write(Data("1.2.3.4 printer\n".utf8), to: ".headstock-lost")
    try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: lost)
    _ = try gate.run("gate", "restore")
    #expect(
      try String(contentsOfFile: gate.hosts + ".headstock-kept-1", encoding: .utf8)
        == "1.2.3.4 printer\n")
  }

  @Test("a settings file of another kind, or with an impossible lease, is refused")
  func strangeSettings() throws {
    try gate.setUp()
    let file = gate.place.path + "/data/headstock/practice/gate.json"
    let good = try String(contentsOfFile: file, encoding: .utf8)
    for lease in ["1", "-60", "86401", "9223372036854775807"] {
      let bad = good.replacing(/"leaseSeconds" : \d+/, with: "\"leaseSeconds\" : \(lease)")
      try Data(bad.utf8).write(to: URL(fileURLWithPath: file))
      let outcome = try gate.run("gate", "apply")
      #expect(outcome.status == 2 && outcome.errors.contains("60 to 86400"), "\(outcome.errors)")
      #expect(try String(contentsOfFile: file, encoding: .utf8) == bad)
    }
    #expect(truncate(file, 1 << 40) == 0)
    let outcome = try gate.run("gate", "status")
    #expect(outcome.status == 2 && outcome.errors.contains("is over"), "\(outcome.errors)")
  }

  // MARK: - Signals

  @Test("signals that the monitor does not use do not end it")
  func strangeSignals() throws {
    try gate.setUp()
    let running = try gate.tuner.start(["gate", "monitor"], environment: gate.variables)
    let deadline = ContinuousClock.now + .seconds(600)
    while !running.errorOutput.contains("monitor is running"), ContinuousClock.now < deadline {
      sched_yield()
    }
    kill(running.identifier, SIGUSR1)
    kill(running.identifier, SIGUSR2)
    kill(running.identifier, SIGTERM)
    #expect(try running.finish().status == 130)
    #expect(try gate.run("gate", "restore").status == 0)
  }

  @Test("a file size limit is an error that names the file, like a full disk")
  func fileSizeLimit() throws {
    // util-linux prlimit sets the limit that `ulimit -f` does.
    let path = gate.place.path + "/tone.wav"
    let outcome = try Program(path: "/usr/bin/prlimit").run([
      "--fsize=4096", gate.tuner.path, "tone", "E2", "-o", path,
    ])
    #expect(outcome.status == 2, "\(outcome.status)")
    #expect(outcome.errors.contains("tone.wav"), "\(outcome.errors)")
  }
}
