// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import PracticeGate
import PracticeGoals
import PracticeServices
import PracticeTesting
import ProgramRunning
import Synchronization
import Testing

@Suite("The monitor")
struct PracticeMonitorTests {
  let clock = ScriptedClock(moment("2026-11-21T08:00:00Z"))
  let data = ScriptedData()
  let blocker = ScriptedBlocker()
  let events = ScriptedEvents()
  let store: PracticeStore
  let monitor: PracticeMonitor

  init() async {
    store = PracticeStore(
      repository: GateMemory(nil), initial: GateDocument(Practice(calendar: .berlin)), clock: clock,
      data: data, blocker: blocker, healthData: .inBackground)
    monitor = PracticeMonitor(store: store, events: events, leaseSeconds: 900)
    await store.send(.setTargets(["domain:youtube.com"]))
    await store.send(.started)
    for _ in 0..<3 { await store.send(.onboarding(.proceed)) }
  }

  private var video: [TargetID] { [TargetID(rawValue: "domain:youtube.com")].compactMap { $0 } }

  @Test("an append to the journal that meets a goal unblocks before the next tick")
  func goalMet() async throws {
    try await monitor.startMonitoring()
    await events.settle()
    #expect(await blocker.orders.last == BlockOrder(blocked: video, until: nil))
    await data.set(.practiceMinutes, to: 20)
    clock.now = moment("2026-11-21T08:30:00Z")
    events.send(.journalChanged)
    await events.settle()
    #expect(
      await blocker.orders.last == BlockOrder(blocked: [], until: moment("2026-11-21T23:00:00Z")))
    await monitor.stopMonitoring()
  }

  @Test("a block that something has removed is ordered again within five ticks")
  func removedBlock() async throws {
    let isWhole = Mutex(true)
    let monitor = PracticeMonitor(
      store: store, events: events, leaseSeconds: 900,
      isBlockIntact: { _ in isWhole.withLock { $0 } })
    try await monitor.startMonitoring()
    await events.settle()
    func orders(after ticks: Int) async -> Int {
      let before = await blocker.orders.count
      for _ in 0..<ticks { events.send(.tick) }
      await events.settle()
      return await blocker.orders.count - before
    }
    #expect(await orders(after: 20) == 0)
    isWhole.withLock { $0 = false }
    #expect(await orders(after: 5) == 1)
    isWhole.withLock { $0 = true }
    #expect(await orders(after: 20) == 0)
    // An open gate has no block to restore.
    isWhole.withLock { $0 = false }
    await data.set(.practiceMinutes, to: 20)
    events.send(.journalChanged)
    await events.settle()
    #expect(await orders(after: 20) == 0)
    await monitor.stopMonitoring()
  }

  @Test("the first tick after midnight, at most 1 s later, blocks again")
  func midnight() async throws {
    await data.set(.practiceMinutes, to: 20)
    try await monitor.startMonitoring()
    await events.settle()
    #expect(await blocker.orders.last?.blocked == [])
    // Midnight in Berlin; ticks come each second, here 300 ms behind the whole ones.
    let midnight = moment("2026-11-21T23:00:00Z")
    let count = await blocker.orders.count
    clock.now = midnight.advanced(byMilliseconds: -700)
    events.send(.tick)
    await events.settle()
    #expect(await blocker.orders.count == count)
    // Nothing was played on the day that begins.
    await data.set(.practiceMinutes, to: 0)
    clock.now = midnight.advanced(byMilliseconds: 300)
    events.send(.tick)
    await events.settle()
    #expect(await blocker.orders.count == count + 1)
    #expect(await blocker.orders.last == BlockOrder(blocked: video, until: nil))
    await monitor.stopMonitoring()
  }

  @Test(
    "the work of a new day is done once, whichever event begins the day",
    arguments: [MonitorEvent.tick, .journalChanged, .stateChanged])
  func daily(event: MonitorEvent) async throws {
    let count = Mutex(0)
    let monitor = PracticeMonitor(
      store: store, events: events, leaseSeconds: 900,
      daily: { count.withLock { $0 += 1 } })
    try await monitor.startMonitoring()
    await events.settle()
    #expect(count.withLock { $0 } == 1, "at the start")
    clock.now = moment("2026-11-21T23:00:00Z")
    events.send(event)
    for _ in 0..<20 { events.send(.tick) }
    await events.settle()
    #expect(count.withLock { $0 } == 2)
    await monitor.stopMonitoring()
  }

  @Test("a day that begins after a journey ends at the midnight of the new zone")
  func journey() async throws {
    let zone = Mutex(LocalCalendar.berlin)
    let monitor = PracticeMonitor(
      store: store, events: events, leaseSeconds: 900, calendar: { zone.withLock { $0 } })
    try await monitor.startMonitoring()
    await events.settle()
    zone.withLock { $0 = .hours(-8) }
    events.send(.tick)
    await events.settle()
    #expect(await store.state.goals.today?.end == moment("2026-11-21T23:00:00Z"))
    clock.now = moment("2026-11-21T23:00:00Z")
    events.send(.tick)
    await events.settle()
    #expect(await store.state.goals.today?.day == date("2026-11-22"))
    #expect(await store.state.goals.today?.end == moment("2026-11-23T08:00:00Z"))
    await monitor.stopMonitoring()
  }

  @Test("start and stop are idempotent, and each start registers again")
  func idempotent() async throws {
    try await monitor.startMonitoring()
    try await monitor.startMonitoring()
    #expect(events.startCount == 1)
    await monitor.stopMonitoring()
    await monitor.stopMonitoring()
    try await monitor.startMonitoring()
    #expect(events.startCount == 2)
    await monitor.stopMonitoring()
    await monitor.run()
  }

  @Test("a stop before the start counts: a signal may come that early")
  func stoppedEarly() async throws {
    await monitor.stopMonitoring()
    try await monitor.startMonitoring()
    #expect(events.startCount == 0)
    await monitor.run()
  }

  @Test("the order to block is repeated three times in a lease, so that the lease never expires")
  func renewal() async throws {
    try await monitor.startMonitoring()
    for _ in 0..<900 { events.send(.tick) }
    await monitor.stopMonitoring()
    // Once for the set-up, once for the start, three times for the lease of 900 s.
    #expect(await blocker.orders.count == 5)
  }

  @Test("a failed effect is repeated every ten seconds")
  func retry() async throws {
    await blocker.fail(with: .updateFailed(description: "busy"))
    try await monitor.startMonitoring()
    for _ in 0..<9 { events.send(.tick) }
    await monitor.stopMonitoring()
    #expect(await store.state.blockFailure != nil)
    await blocker.fail(with: nil)
    try await monitor.startMonitoring()
    for _ in 0..<10 { events.send(.tick) }
    await monitor.stopMonitoring()
    #expect(await store.state.blockFailure == nil)
  }

  @Test("unreadable data do not change the order")
  func failSafe() async throws {
    let before = await blocker.orders
    await data.fail(with: .queryFailed(description: "x"))
    try await monitor.startMonitoring()
    for _ in 0..<100 { events.send(.journalChanged) }
    await monitor.stopMonitoring()
    #expect(await blocker.orders.allSatisfy { $0 == before.last })
  }

  @Test("new data of a source without events are read at the next tick")
  func newData() async throws {
    try await monitor.startMonitoring()
    await events.settle()
    await data.set(.practiceMinutes, to: 20)
    await data.renew()
    events.send(.tick)
    await events.settle()
    await store.settle()
    #expect(await blocker.orders.last?.blocked == [])
    await monitor.stopMonitoring()
  }

  @Test("an idle tick costs little")
  func idle() async throws {
    try await monitor.startMonitoring()
    let fetches = await data.fetchCount
    for _ in 0..<200 { events.send(.tick) }
    await monitor.stopMonitoring()
    // One start, and no reading of data by ticks alone.
    #expect(await data.fetchCount <= fetches + 1)
  }
}

@Suite("Events from the system")
struct FileEventsTests {
  private let place: TemporaryDirectory
  private let journal: PracticeJournal
  private let clock = ScriptedClock(moment("2026-11-21T08:00:00Z"))
  private let events: FileEvents

  init() throws {
    place = try TemporaryDirectory()
    journal = PracticeJournal(directory: place.path + "/journal")
    try journal.prepare()
    events = FileEvents(
      journal: journal.directory, state: place.path + "/gate.json", clock: clock)
  }

  @Test("an append to the journal and a new state are separate events, reported at once")
  func tells() async throws {
    // The clock never advances, so all events come from the kernel.
    var stream = try events.start().makeAsyncIterator()
    try journal.append([record(1)])
    #expect(await stream.next() == .journalChanged)
    try place.write(Data("x".utf8), to: "gate.json")
    // An append may cause several events: the file is created, written and closed.
    var event = await stream.next()
    while event == .journalChanged { event = await stream.next() }
    #expect(event == .stateChanged)
    events.stop()
    while let late = await stream.next() { #expect(late != .tick) }
    events.stop()
  }

  @Test("there is one tick per second, and none for the seconds of a sleep")
  func ticks() async throws {
    var stream = try events.start().makeAsyncIterator()
    for seconds in [1, 3600] {
      clock.now = clock.now.advanced(bySeconds: seconds)
      #expect(await stream.next() == .tick)
    }
    try journal.append([record(1)])
    #expect(await stream.next() == .journalChanged)
    events.stop()
    while let late = await stream.next() { #expect(late != .tick) }
  }

  @Test("a wall clock that is set back delays no tick by more than a second")
  func setBack() async throws {
    var stream = try events.start().makeAsyncIterator()
    clock.now = clock.now.advanced(bySeconds: -3600)
    var ticks = 0
    // Each line of the journal makes the thread read the clock.
    for _ in 0..<10 {
      try journal.append([record(1)])
      if await stream.next() == .tick { ticks += 1 }
      clock.now = clock.now.advanced(bySeconds: 1)
    }
    events.stop()
    while let late = await stream.next() { if late == .tick { ticks += 1 } }
    #expect(ticks > 0)
  }

  @Test("a missing directory can't be watched, and the error names it")
  func missing() throws {
    let events = FileEvents(journal: "/no/such/journal", state: "/no/such/gate.json")
    let error = #expect(throws: MonitorError.self) { try events.start() }
    #expect(error == .watchFailed(path: "/no/such/journal", code: ENOENT))
  }
}
