// SPDX-License-Identifier: MIT

import Foundation
import PracticeGate
import PracticeGoals
import PracticeServices

/// A clock that a test sets.
final class ScriptedClock: PracticeClock, @unchecked Sendable {
  private let lock = NSLock()
  private var moment: WallTime

  init(_ moment: WallTime) { self.moment = moment }

  var now: WallTime {
    get { lock.withLock { moment } }
    set { lock.withLock { moment = newValue } }
  }
}

/// A guard that counts the changes it watches.
final class CountingGuard: LeaseGuard, @unchecked Sendable {
  private let lock = NSLock()
  private var watched = 0

  var count: Int { lock.withLock { watched } }

  func watch(
    _ file: HostsFile, while change: () throws(HostsFileError) -> Void
  ) throws(HostsFileError) {
    lock.withLock { watched += 1 }
    try change()
  }
}

/// Data with values from a test; it counts the requests.
actor ScriptedData: PracticeDataSource {
  private(set) var fetchCount = 0
  private(set) var authorizationCount = 0
  private var amounts: [PracticeMetric: Double]
  private var error: PracticeDataError?
  private var isNew = false

  init(_ amounts: [PracticeMetric: Double] = [.practiceMinutes: 0]) { self.amounts = amounts }

  func set(_ metric: PracticeMetric, to amount: Double) { amounts[metric] = amount }

  func fail(with error: PracticeDataError?) { self.error = error }

  /// Makes the next check find new data.
  func renew() { isNew = true }

  func hasNewData() async -> Bool {
    defer { isNew = false }
    return isNew
  }

  func requestAuthorization() async throws(PracticeDataError) {
    authorizationCount += 1
    if let error { throw error }
  }

  func fetch(
    _ metric: PracticeMetric, on day: PracticeDay
  ) async throws(PracticeDataError) -> Double {
    fetchCount += 1
    if let error { throw error }
    guard let amount = amounts[metric] else { throw .notAvailable }
    return amount
  }
}

/// A blocker that records every order.
actor ScriptedBlocker: Blocker {
  private(set) var orders: [BlockOrder] = []
  private(set) var authorizationCount = 0
  private var error: BlockerError?

  func fail(with error: BlockerError?) { self.error = error }

  func requestAuthorization() async throws(BlockerError) {
    authorizationCount += 1
    if let error { throw error }
  }

  func setSelection(_ targets: [TargetID]) async throws(BlockerError) {
    if let error { throw error }
  }

  func enforce(blocked: [TargetID], until: WallTime?) async throws(BlockerError) {
    if let error { throw error }
    orders.append(BlockOrder(blocked: blocked, until: until))
  }
}

/// Events from a list; the stream ends with it.
///
/// The stream requests an event only after the one before has been carried out. After `settle()`,
/// all events have therefore taken effect, however busy the machine is.
final class ScriptedEvents: MonitorEvents, @unchecked Sendable {
  private let lock = NSLock()
  private var starts = 0
  private var stops = 0
  private var isOver = true
  private var pending: [MonitorEvent] = []
  private var taker: CheckedContinuation<MonitorEvent?, Never>?
  private var waiting: [CheckedContinuation<Void, Never>] = []

  var startCount: Int { lock.withLock { starts } }
  var stopCount: Int { lock.withLock { stops } }

  func start() throws(MonitorError) -> AsyncStream<MonitorEvent> {
    lock.withLock {
      starts += 1
      isOver = false
      pending = []
    }
    return AsyncStream { await self.next() }
  }

  func send(_ event: MonitorEvent) {
    let taker = lock.withLock { () -> CheckedContinuation<MonitorEvent?, Never>? in
      guard !isOver else { return nil }
      defer { self.taker = nil }
      if self.taker == nil { pending.append(event) }
      return self.taker
    }
    taker?.resume(returning: event)
  }

  /// Waits until the start and all events so far have been carried out.
  func settle() async {
    await withCheckedContinuation { continuation in
      let isSettled = lock.withLock {
        if taker == nil { waiting.append(continuation) }
        return taker != nil
      }
      if isSettled { continuation.resume() }
    }
  }

  /// Ends the stream behind the events that were sent.
  func stop() {
    let taker = lock.withLock {
      stops += 1
      isOver = true
      defer { self.taker = nil }
      return self.taker
    }
    taker?.resume(returning: nil)
  }

  private func next() async -> MonitorEvent? {
    await withCheckedContinuation { continuation in
      let (event, settled) = lock.withLock {
        () -> (MonitorEvent??, [CheckedContinuation<Void, Never>]) in
        if !pending.isEmpty { return (pending.removeFirst(), []) }
        defer { waiting = [] }
        if isOver { return (.some(nil), waiting) }
        taker = continuation
        return (nil, waiting)
      }
      if let event { continuation.resume(returning: event) }
      for waiter in settled { waiter.resume() }
    }
  }
}

/// Collects the reports.
final class Reports: @unchecked Sendable {
  private let lock = NSLock()
  private var list: [PracticeReport] = []

  var all: [PracticeReport] { lock.withLock { list } }

  func add(_ report: PracticeReport) { lock.withLock { list.append(report) } }
}
