// SPDX-License-Identifier: MIT

import Foundation
import PracticeGate
import PracticeGoals
import PracticeTesting
import ProgramRunning
import Synchronization
import Testing

@testable import PracticeServices

@Suite("Settings that change while the monitor runs")
struct MonitorSettingsTests {
  /// The values that the closures of the monitor share with a test.
  private final class Shared: Sendable {
    let offered = Mutex<[GateSettings]>([])
    let isIntact = Mutex(true)
  }

  let place: TemporaryDirectory
  let clock = ScriptedClock(moment("2026-11-21T08:00:00Z"))
  let data = ScriptedData()
  let blocker = ScriptedBlocker()
  let other = ScriptedBlocker()
  let events = ScriptedEvents()
  let reports = Reports()
  let file: GateFile
  let store: PracticeStore
  let monitor: PracticeMonitor
  private let shared = Shared()

  init() async throws {
    place = try TemporaryDirectory()
    file = GateFile(path: place.path + "/gate.json") { _ in }
    let (reports, shared, other) = (reports, shared, other)
    let store = PracticeStore(
      repository: file, initial: GateDocument(Practice(calendar: .berlin)), clock: clock,
      data: data, blocker: blocker, healthData: .inBackground, report: { reports.add($0) })
    self.store = store
    monitor = PracticeMonitor(
      store: store, events: events, settings: GateSettings(),
      isBlockIntact: { _ in shared.isIntact.withLock { $0 } }, calendar: { .berlin }, daily: {},
      adopt: { settings, isBlocking in
        shared.offered.withLock { $0.append(settings) }
        if isBlocking, settings.hostsFile != GateSettings().hostsFile { return GateSettings() }
        await store.use(data: nil, blocker: other)
        return settings
      })
    await store.send(.setTargets(["domain:youtube.com"]))
    await store.send(.started)
    for _ in 0..<3 { await store.send(.onboarding(.proceed)) }
  }

  /// Stores settings as another process does.
  private func change(_ settings: GateSettings) throws {
    try GateFile(path: file.path) { _ in }.update { document, _ in
      var document = document
      document?.settings = settings
      return document
    }
  }

  private func follow(_ sent: MonitorEvent...) async {
    for event in sent { events.send(event) }
    await events.settle()
  }

  @Test("are used at once, once, with their lease", arguments: [MonitorEvent.stateChanged, .tick])
  func adopts(event: MonitorEvent) async throws {
    try await monitor.startMonitoring()
    await follow(.tick)
    #expect(await other.orders.isEmpty)
    try change(GateSettings(leaseSeconds: 60))
    await follow(event, event, event)
    #expect(shared.offered.withLock { $0 } == [GateSettings(leaseSeconds: 60)])
    #expect(await other.orders.map(\.blocked) == [store.state.gate.targets.targets])
    // Three orders in a lease of 60 s.
    let before = await other.orders.count
    for _ in 0..<60 { events.send(.tick) }
    await events.settle()
    #expect(await other.orders.count - before == 3)
    await monitor.stopMonitoring()
  }

  @Test("wait while targets are blocked if they must, and are used when the goals are met")
  func waits() async throws {
    try await monitor.startMonitoring()
    let easier = GateSettings(hostsFile: "/elsewhere")
    try change(easier)
    await follow(.stateChanged, .tick, .tick)
    #expect(shared.offered.withLock { $0 } == [easier])
    #expect(await other.orders.isEmpty)
    await data.set(.practiceMinutes, to: 20)
    await follow(.journalChanged, .tick)
    #expect(shared.offered.withLock { $0 } == [easier, easier])
    #expect(await other.orders.map(\.blocked) == [[]])
    await monitor.stopMonitoring()
  }

  @Test("a file that can't be used is reported once, and does not end the block")
  func unusable() async throws {
    try await monitor.startMonitoring()
    await follow(.tick)
    try change(GateSettings(leaseSeconds: 1))
    let before = await blocker.orders.count
    for _ in 0..<900 { events.send(.tick) }
    await events.settle()
    let error = GateFileError.lease(path: file.path, seconds: 1)
    #expect(reports.all.filter { $0 == .gateFile(error) }.count == 1)
    #expect(shared.offered.withLock { $0.isEmpty })
    // Three orders in the lease of the settings that were read last.
    let orders = await blocker.orders
    #expect(orders.count - before == 3)
    #expect(orders.allSatisfy { $0.blocked == orders.first?.blocked })
    // A block that the emergency exit has removed stays removed.
    shared.isIntact.withLock { $0 = false }
    for _ in 0..<900 { events.send(.tick) }
    await events.settle()
    #expect(await blocker.orders.count == orders.count)
    // The next failure is reported again.
    let bytes = try Data(contentsOf: URL(fileURLWithPath: file.path))
    try FileManager.default.removeItem(atPath: file.path)
    await follow(.tick)
    try place.write(bytes, to: "gate.json")
    await follow(.tick, .tick)
    #expect(reports.all.filter { $0 == .gateFile(error) }.count == 2)
    await monitor.stopMonitoring()
  }
}

@Suite("Settings that could unblock a target")
struct GateSettingsEasingTests {
  private struct Row: CustomTestStringConvertible {
    let name: String
    let old: GateSettings
    let new: GateSettings
    let isEasing: Bool

    var testDescription: String { name }
  }

  private static let rows = [
    Row(
      name: "another hosts file", old: GateSettings(), new: GateSettings(hostsFile: "/x"),
      isEasing: true),
    Row(
      name: "another lease and health export", old: GateSettings(),
      new: GateSettings(leaseSeconds: 60, healthExport: "/x"), isEasing: false),
    Row(
      name: "no command any more", old: GateSettings(onBlock: ["/no/such"]), new: GateSettings(),
      isEasing: true),
    Row(
      name: "another command", old: GateSettings(onBlock: ["/bin/true"]),
      new: GateSettings(onBlock: ["/bin/false"]), isEasing: true),
    Row(
      name: "a command that can't be run, replaced", old: GateSettings(onBlock: ["/no/such"]),
      new: GateSettings(onBlock: ["/bin/false"]), isEasing: false),
    Row(
      name: "a first command", old: GateSettings(), new: GateSettings(onBlock: ["/bin/false"]),
      isEasing: false),
    Row(
      name: "a helper", old: GateSettings(), new: GateSettings(helper: ["/bin/true"]),
      isEasing: true),
    Row(
      name: "an empty helper is none", old: GateSettings(), new: GateSettings(helper: []),
      isEasing: false),
    Row(
      name: "a helper that can't be run, replaced", old: GateSettings(helper: ["/no/such"]),
      new: GateSettings(helper: ["/bin/true"]), isEasing: false),
  ]

  @Test("are those of another place or another command that runs", arguments: rows)
  private func easing(row: Row) {
    #expect(
      row.old.canBeEased(by: row.new, environment: ["PATH": "/usr/bin:/bin"]) == row.isEasing)
  }
}
