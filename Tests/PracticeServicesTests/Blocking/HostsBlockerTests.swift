// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import PracticeGate
import PracticeGoals
import PracticeServices
import PracticeTesting
import ProgramRunning
import Testing

@Suite("The hosts-file blocker")
struct HostsBlockerTests {
  let place: TemporaryDirectory
  let file: HostsFile
  let clock = ScriptedClock(moment("2026-11-21T10:00:00Z"))
  let leaseGuard = CountingGuard()
  let blocker: HostsBlocker

  init() throws {
    place = try TemporaryDirectory(holding: ["hosts": Data("127.0.0.1 localhost\n".utf8)])
    file = HostsFile(path: place.path + "/hosts")
    blocker = HostsBlocker(file, clock: clock, leaseSeconds: 900, leaseGuard: leaseGuard)
  }

  @Test("a block without an end ends with its lease, and a process watches over the lease")
  func lease() async throws {
    try await blocker.enforce(blocked: targets("domain:youtube.com"), until: nil)
    let section = try #require(try file.read().section)
    #expect(section.end == moment("2026-11-21T10:15:00Z"))
    #expect(
      section.lines == [
        "0.0.0.0 youtube.com", ":: youtube.com", "0.0.0.0 www.youtube.com", ":: www.youtube.com",
      ])
    #expect(leaseGuard.count == 1)
  }

  @Test("a block with an end before that of the lease ends at its own end")
  func untilEnd() async throws {
    let end = moment("2026-11-21T10:05:00Z")
    try await blocker.enforce(blocked: targets("domain:a.org"), until: end)
    #expect(try file.read().section?.end == end)
  }

  @Test("the same order does not write the file until half of the lease is over")
  func renewal() async throws {
    let list = try targets("domain:youtube.com")
    try await blocker.enforce(blocked: list, until: nil)
    clock.now = moment("2026-11-21T10:07:00Z")
    try await blocker.enforce(blocked: list, until: nil)
    #expect(try file.read().section?.end == moment("2026-11-21T10:15:00Z"))
    clock.now = moment("2026-11-21T10:08:00Z")
    try await blocker.enforce(blocked: list, until: nil)
    #expect(try file.read().section?.end == moment("2026-11-21T10:23:00Z"))
    // A clock that was set back does not leave a longer lease standing.
    clock.now = moment("2026-11-21T10:00:00Z")
    try await blocker.enforce(blocked: list, until: nil)
    #expect(try file.read().section?.end == moment("2026-11-21T10:15:00Z"))
  }

  @Test("an empty list removes the section, and restores the file byte for byte")
  func unblocks() async throws {
    try await blocker.enforce(blocked: targets("domain:youtube.com"), until: nil)
    try await blocker.enforce(blocked: [], until: nil)
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: file.path)) == Data("127.0.0.1 localhost\n".utf8))
  }

  @Test("targets that are not hosts are ignored; invalid host names are refused without a change")
  func kinds() async throws {
    try await blocker.enforce(blocked: targets("app:steam", "domain:a.org"), until: nil)
    #expect(try file.read().section?.lines.first == "0.0.0.0 a.org")
    let before = try file.read().bytes
    await #expect(throws: BlockerError.self) {
      try await blocker.enforce(blocked: targets("domain:not_a_host"), until: nil)
    }
    await #expect(throws: BlockerError.self) {
      try await blocker.setSelection(targets("domain:localhost"))
    }
    #expect(try file.read().bytes == before)
  }

  @Test("a request for permission changes nothing, and reports a missing permission")
  func permission() async throws {
    try await blocker.requestAuthorization()
    #expect(chmod(file.path, 0o444) == 0)
    await #expect(throws: BlockerError.authorizationFailed) {
      try await blocker.requestAuthorization()
    }
    await #expect(throws: BlockerError.self) {
      try await blocker.enforce(blocked: targets("domain:youtube.com"), until: nil)
    }
    #expect(try file.read().section == nil)
  }

  @Test("the process that watches a lease removes the section when the lease is over")
  func watch() async throws {
    try await blocker.enforce(blocked: targets("domain:youtube.com"), until: nil)
    var watch = LeaseWatch(file)
    #expect(watch.look(now: clock.now, steadySeconds: 0) == .wait(seconds: 30))
    let almost = moment("2026-11-21T10:14:59Z")
    #expect(watch.look(now: almost, steadySeconds: 899) == .wait(seconds: 1))
    #expect(watch.look(now: moment("2026-11-21T10:15:00Z"), steadySeconds: 900) == .done)
    #expect(try file.read().section == nil)
    #expect(watch.look(now: clock.now, steadySeconds: 901) == .done)
  }

  @Test("the watch waits for a file that is gone, which may come back, but not without a directory")
  func watchWithoutDirectory() async throws {
    let place = try TemporaryDirectory()
    try FileManager.default.createDirectory(
      atPath: place.path + "/etc", withIntermediateDirectories: false)
    let path = try place.write(Data("127.0.0.1 localhost\n".utf8), to: "etc/hosts")
    let file = HostsFile(path: path)
    let blocker = HostsBlocker(file, clock: clock, leaseSeconds: 900, leaseGuard: leaseGuard)
    try await blocker.enforce(blocked: targets("domain:youtube.com"), until: nil)
    var watch = LeaseWatch(file)
    #expect(watch.look(now: clock.now, steadySeconds: 0) == .wait(seconds: 30))
    #expect(rename(path, place.path + "/kept") == 0)
    #expect(watch.look(now: clock.now, steadySeconds: 1) == .wait(seconds: 30))
    #expect(rename(place.path + "/kept", path) == 0)
    #expect(watch.look(now: clock.now, steadySeconds: 2) == .wait(seconds: 30))
    try FileManager.default.removeItem(atPath: place.path + "/etc")
    #expect(watch.look(now: clock.now, steadySeconds: 3) == .done)
  }

  @Test("setting the clock back does not lengthen a watched lease")
  func watchAgainstClock() async throws {
    try await blocker.enforce(blocked: targets("domain:youtube.com"), until: nil)
    var watch = LeaseWatch(file)
    _ = watch.look(now: clock.now, steadySeconds: 1000)
    let back = moment("2026-11-20T10:00:00Z")
    #expect(watch.look(now: back, steadySeconds: 1890) == .wait(seconds: 10))
    #expect(watch.look(now: back, steadySeconds: 1900) == .done)
    #expect(try file.read().section == nil)
  }

  @Test(
    "a section that is being written is left alone, also after the end of the lease, until it stays"
  )
  func watchOverDamage() async throws {
    try await blocker.enforce(blocked: targets("domain:youtube.com"), until: nil)
    var watch = LeaseWatch(file)
    _ = watch.look(now: clock.now, steadySeconds: 0)
    let whole = try Data(contentsOf: URL(fileURLWithPath: file.path))
    try whole.prefix(40).write(to: URL(fileURLWithPath: file.path))
    let later = moment("2026-11-21T10:14:50Z")
    #expect(watch.look(now: later, steadySeconds: 890) == .wait(seconds: 10))
    for seconds in [900, 905, 5000] {
      try whole.prefix(40 + seconds / 100).write(to: URL(fileURLWithPath: file.path))
      let over = moment("2026-11-21T10:00:00Z").advanced(bySeconds: seconds)
      #expect(watch.look(now: over, steadySeconds: seconds) == .wait(seconds: 5))
      try whole.prefix(41).write(to: URL(fileURLWithPath: file.path))
      #expect(watch.look(now: over, steadySeconds: seconds) == .wait(seconds: 5))
    }
    #expect(watch.look(now: later.advanced(bySeconds: 9000), steadySeconds: 9000) == .done)
    #expect(try Data(contentsOf: URL(fileURLWithPath: file.path)).isEmpty)
    try whole.write(to: URL(fileURLWithPath: file.path))
    #expect(watch.look(now: moment("2026-11-21T10:15:00Z"), steadySeconds: 900) == .done)
    #expect(try file.read().section == nil)
  }

  @Test(
    "after a full disk at the end of a lease, the process tries again until there is room",
    .enabled(if: SmallDisk.canBeMade, "only root can mount a small file system"))
  func fullDisk() async throws {
    let small = try SmallDisk(kilobytes: 64)
    let disk = small.path
    defer { withExtendedLifetime(small) {} }
    try Data("127.0.0.1 localhost\n".utf8).write(to: URL(fileURLWithPath: disk + "/hosts"))
    let file = HostsFile(path: disk + "/hosts")
    let blocker = HostsBlocker(file, clock: clock, leaseSeconds: 60, leaseGuard: leaseGuard)
    try await blocker.enforce(blocked: targets("domain:youtube.com"), until: nil)
    var watch = LeaseWatch(file)
    _ = watch.look(now: clock.now, steadySeconds: 0)
    // dd(1) fills the remaining space, and fails when the disk is full.
    _ = try Program(path: "/usr/bin/dd").run(["if=/dev/zero", "of=\(disk)/filling", "bs=512"])
    for seconds in [60, 65, 3600] {
      let over = clock.now.advanced(bySeconds: seconds)
      #expect(watch.look(now: over, steadySeconds: seconds) == .wait(seconds: 5))
      #expect(try file.read().section != nil)
    }
    unlink(disk + "/filling")
    #expect(watch.look(now: clock.now.advanced(bySeconds: 3605), steadySeconds: 3605) == .done)
    #expect(try file.read().section == nil)
  }

  @Test("a section with an impossible end is removed at the first check")
  func impossibleEnd() async throws {
    let section = HostsSection(
      hosts: [try HostName("a.org")], end: clock.now.advanced(bySeconds: 86_401))
    #expect(section.isOver(at: clock.now))
    #expect(!section.isOver(at: clock.now.advanced(bySeconds: 1)))
    try file.replaceSection { _ in section }
    var watch = LeaseWatch(file)
    #expect(watch.look(now: clock.now, steadySeconds: 0) == .done)
    #expect(try file.read().section == nil)
  }

  @Test("a section is written only while a process that will end it is running")
  func watcherFails() async throws {
    let blocker = HostsBlocker(
      file, clock: clock, leaseSeconds: 900,
      leaseGuard: LeaseProcess(environment: [:]) { _ in ["/usr/bin/false"] })
    await #expect(throws: BlockerError.self) {
      try await blocker.enforce(blocked: targets("domain:youtube.com"), until: nil)
    }
    #expect(try file.read().section == nil)
  }

  @Test("the program that blocks is killed 300 times, and no block outlives its lease")
  func kills() throws {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../scripts/gate-kills.py").standardizedFileURL.path
    let outcome = try Program(path: "/usr/bin/python3").run([
      script, "--program", Program("GateKills").path, "300",
    ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains(" 0 outlived"), "\(outcome.output)")
  }

  @Test("each hosts file has its own lock")
  func locks() {
    let names = ["/etc/hosts", "/srv/1/hosts", "/srv/2/hosts"].map {
      LeaseProcess.lockName(for: HostsFile(path: $0))
    }
    #expect(Set(names).count == 3)
    #expect(names.allSatisfy { !$0.contains("/") && $0.hasPrefix("lease-") })
  }

  @Test("a renewed lease is watched until its new end")
  func watchRenewal() async throws {
    try await blocker.enforce(blocked: targets("domain:youtube.com"), until: nil)
    var watch = LeaseWatch(file)
    _ = watch.look(now: clock.now, steadySeconds: 0)
    clock.now = moment("2026-11-21T10:10:00Z")
    try await blocker.enforce(blocked: targets("domain:youtube.com"), until: nil)
    #expect(
      watch.look(now: moment("2026-11-21T10:16:00Z"), steadySeconds: 960)
        == .wait(seconds: 30))
  }

  private func targets(_ names: String...) throws -> [TargetID] {
    try names.map { try #require(TargetID(rawValue: $0)) }
  }
}
