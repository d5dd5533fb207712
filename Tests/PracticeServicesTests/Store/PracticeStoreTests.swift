// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import PracticeGate
import PracticeGoals
import PracticeTesting
import ProgramRunning
import Testing

@testable import PracticeServices

@Suite("The practice store")
struct PracticeStoreTests {
  let place: TemporaryDirectory
  let clock = ScriptedClock(moment("2026-11-21T08:00:00Z"))
  let data = ScriptedData()
  let blocker = ScriptedBlocker()
  let reports = Reports()
  let file: GateFile
  let store: PracticeStore

  init() throws {
    place = try TemporaryDirectory()
    let reports = self.reports
    file = GateFile(path: place.path + "/deep/gate.json") { _ in }
    store = PracticeStore(
      repository: file, initial: GateDocument(Practice(calendar: .berlin)), clock: clock,
      data: data,
      blocker: blocker, report: { reports.add($0) })
  }

  private var video: [TargetID] { [TargetID(rawValue: "domain:youtube.com")].compactMap { $0 } }

  private func setUp() async {
    await store.send(.setTargets(["domain:youtube.com"]))
    await store.send(.started)
    for _ in 0..<3 { await store.send(.onboarding(.proceed)) }
  }

  @Test("requests both permissions during the set-up, and then blocks until the goal is met")
  func day() async {
    await setUp()
    #expect(await store.state.onboarding.step == .done)
    #expect(await data.authorizationCount == 1)
    #expect(await blocker.authorizationCount == 1)
    #expect(await blocker.orders == [BlockOrder(blocked: video, until: nil)])
    await data.set(.practiceMinutes, to: 20)
    await store.send(.refresh)
    #expect(
      await blocker.orders.last == BlockOrder(blocked: [], until: moment("2026-11-21T23:00:00Z")))
  }

  @Test("no order is sent before the end of the set-up, or without a permission")
  func beforeSetUp() async {
    await store.send(.setTargets(["domain:youtube.com"]))
    await store.send(.started)
    await store.send(.onboarding(.proceed))
    await data.fail(with: .authorizationDenied)
    await store.send(.onboarding(.proceed))
    #expect(await store.state.onboarding.step == .dataPermission)
    #expect(await store.state.onboarding.failure == .data(.authorizationDenied))
    await data.fail(with: nil)
    await store.send(.onboarding(.proceed))
    await blocker.fail(with: .authorizationFailed)
    await store.send(.onboarding(.proceed))
    #expect(await store.state.onboarding.failure == .blocker(.authorizationFailed))
    #expect(await blocker.orders.isEmpty)
    await blocker.fail(with: nil)
    await store.send(.onboarding(.proceed))
    #expect(await store.state.onboarding.step == .done)
  }

  @Test("unreadable data change no orders, and are reported with a retry")
  func failSafe() async {
    await setUp()
    await data.fail(with: .queryFailed(description: "gone"))
    await store.send(.refresh)
    await store.send(.started)
    #expect(await blocker.orders.allSatisfy { $0 == BlockOrder(blocked: video, until: nil) })
    #expect(
      reports.all.contains(.data(.practiceMinutes, .queryFailed(description: "gone"))))
    #expect(await store.state.goals.failures.map(\.metric) == [.practiceMinutes])
    await data.fail(with: nil)
    await store.send(.refresh)
    #expect(await store.state.goals.failures.isEmpty)
  }

  @Test("links of the gate's file that form a loop are an error with a remedy, not a missing file")
  func linkLoop() async throws {
    #expect(symlink("gate.json", place.path + "/gate.json") == 0)
    let file = GateFile(path: place.path + "/gate.json") { _ in }
    let error = #expect(throws: GateFileError.self) { try file.update { _, _ in nil } }
    #expect(error == .unusable(path: file.path, code: ELOOP))
    for text in [
      "\(GateFileError.unusable(path: "/x", code: ELOOP))",
      "\(JournalError.directoryFailed(path: "/x", code: ELOOP))",
      "\(HostsFileError.readFailed(path: "/x", code: ELOOP))",
      "\(HealthExportError.readFailed(path: "/x", code: ELOOP))",
    ] {
      #expect(text.hasPrefix("/x: its symbolic links form a loop. Replace one"), "\(text)")
    }
  }

  @Test("the failure of a blocker is stored in the state, and the blocker is called again")
  func blockFailure() async {
    await setUp()
    await data.set(.practiceMinutes, to: 20)
    await blocker.fail(with: .updateFailed(description: "full"))
    await store.send(.refresh)
    #expect(await store.state.blockFailure == .updateFailed(description: "full"))
    #expect(await blocker.orders.count == 1)
    await blocker.fail(with: nil)
    await store.send(.refresh)
    #expect(await store.state.blockFailure == nil)
    #expect(await blocker.orders.last?.blocked == [])
  }

  @Test("a start orders the block that follows from fresh data, once")
  func startOrdersOnce() async {
    await setUp()
    await data.set(.practiceMinutes, to: 30)
    await store.send(.started)
    #expect(await blocker.orders.map(\.blocked) == [video, []])
  }

  @Test("the state is stored, and has the same bytes in the next process")
  func persistence() async throws {
    await setUp()
    let state = await store.state
    let other = PracticeStore(
      repository: GateFile(path: file.path) { _ in },
      initial: GateDocument(Practice(calendar: .utc)), clock: clock, data: data, blocker: blocker)
    await other.send(.tick)
    #expect(await other.state == state)
  }

  @Test("changes of another process are applied, with their orders")
  func sharedState() async {
    await setUp()
    let other = PracticeStore(
      repository: GateFile(path: file.path) { _ in },
      initial: GateDocument(Practice(calendar: .utc)), clock: clock, data: data, blocker: blocker)
    await other.send(.setTargets(["domain:youtube.com", "domain:reddit.com"]))
    let count = await blocker.orders.count
    await store.send(.tick)
    let both = ["domain:youtube.com", "domain:reddit.com"]
    #expect(await store.state.gate.targets.targets.map(\.rawValue) == both)
    #expect(await blocker.orders.count == count + 1)
    #expect(await blocker.orders.last?.blocked.map(\.rawValue) == both)
    await store.send(.tick)
    #expect(await blocker.orders.count == count + 1)
  }

  @Test("a corrupt file is renamed and reported, and not overwritten")
  func corruptFile() async throws {
    let junk = Data("{ \"snapshot\": 12".utf8)
    try place.write(junk, to: "deep/gate.json")
    let kept = KeptPaths()
    let file = GateFile(path: place.path + "/deep/gate.json") { kept.add($0) }
    let fresh = PracticeStore(
      repository: file, initial: GateDocument(Practice(calendar: .berlin)), clock: clock,
      data: data,
      blocker: blocker)
    await fresh.send(.setTargets(["domain:a.org"]))
    #expect(kept.all == [place.path + "/deep/gate.json.corrupt-1"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: kept.all[0])) == junk)
    #expect(await blocker.orders.isEmpty)
  }

  @Test("a file of a later version is refused and not changed")
  func laterVersion() async throws {
    await setUp()
    let path = file.path
    let later = try String(contentsOfFile: path, encoding: .utf8)
      .replacingOccurrences(of: "\"version\" : 1", with: "\"version\" : 99")
    #expect(later.contains("99"))
    let refusal = PracticeSnapshot.Refusal.laterVersion(found: 99, newest: 1)
    // The settings of a later version can have any form.
    for text in [later, later.replacingOccurrences(of: "leaseSeconds", with: "lease")] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      #expect(throws: GateFileError.refused(path: path, refusal)) {
        try GateFile(path: path) { _ in }.update { document, _ in document }
      }
      #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }
  }

  @Test("a state that can't be stored is reported, and no order is sent")
  func unusableStore() async throws {
    try FileManager.default.createDirectory(
      atPath: place.path + "/gate.json", withIntermediateDirectories: true)
    let other = PracticeStore(
      repository: GateFile(path: place.path + "/gate.json") { _ in },
      initial: GateDocument(Practice(calendar: .utc)), clock: clock, data: data, blocker: blocker,
      report: { [reports] in reports.add($0) })
    await other.send(.setTargets(["domain:a.org"]))
    await other.send(.started)
    #expect(
      reports.all.contains(.gateFile(.unusable(path: place.path + "/gate.json", code: EINVAL))))
    #expect(await blocker.orders.isEmpty)
  }

  @Test("slow health data do not delay a store that fetches in the background")
  func backgroundFetch() async throws {
    let health = GatedData()
    let store = PracticeStore(
      repository: GateMemory(nil),
      initial: GateDocument(
        Practice(plan: try GoalPlan([.standard(.steps)]), calendar: .berlin)), clock: clock,
      data: health, blocker: blocker, healthData: .inBackground)
    await store.send(.started)
    await store.send(.tick)
    #expect(await store.state.goals.amounts[.steps] == nil)
    await health.open(with: 12_000)
    await store.settle()
    #expect(await store.state.goals.amounts[.steps] == 12_000)
  }

  @Test("reads in the background are forgotten when they end")
  func endedReads() async throws {
    let store = PracticeStore(
      repository: GateMemory(nil),
      initial: GateDocument(
        Practice(plan: try GoalPlan([.standard(.steps)]), calendar: .berlin)), clock: clock,
      data: ScriptedData([.practiceMinutes: 0, .steps: 1]), blocker: blocker,
      healthData: .inBackground)
    await store.send(.started)
    for _ in 0..<3 {
      await store.send(.refresh)
      for read in await store.background.values { await read.value }
      #expect(await store.background.isEmpty)
    }
    #expect(await store.state.goals.amounts[.steps] == 1)
  }
}

/// The paths of stored corrupt files.
private final class KeptPaths: @unchecked Sendable {
  private let lock = NSLock()
  private var paths: [String] = []

  var all: [String] { lock.withLock { paths } }

  func add(_ path: String) { lock.withLock { paths.append(path) } }
}

/// Health data that arrive only when the test permits it.
private actor GatedData: PracticeDataSource {
  private var waiting: [CheckedContinuation<Double, Never>] = []
  private var amount: Double?

  func open(with amount: Double) {
    self.amount = amount
    for continuation in waiting { continuation.resume(returning: amount) }
    waiting = []
  }

  func requestAuthorization() async throws(PracticeDataError) {}

  func fetch(
    _ metric: PracticeMetric, on day: PracticeDay
  ) async throws(PracticeDataError) -> Double {
    if metric == .practiceMinutes { return 0 }
    if let amount { return amount }
    return await withCheckedContinuation { waiting.append($0) }
  }
}
