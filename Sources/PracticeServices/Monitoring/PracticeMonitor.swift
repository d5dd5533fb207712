// SPDX-License-Identifier: MIT

import FileStore
import Glibc
public import PracticeGate
public import PracticeGoals

/// Keeps the gate's state up to date without user action: checks it every second and after every
/// change.
public actor PracticeMonitor {
  /// The delay before a failed order is repeated, in ticks.
  private static let retryTicks = 10
  /// The delay between two checks of the blocks, in ticks.
  private static let checkTicks = 5

  private let store: PracticeStore
  private let events: any MonitorEvents
  private let renewalTicks: Int
  private let isBlockIntact: @Sendable (_ blocked: [TargetID]) async -> Bool
  private let calendar: (@Sendable () -> LocalCalendar)?
  private let daily: @Sendable () async -> Void
  private var loop: Task<Void, Never>?
  private var ticks = 0
  /// True after the first start.
  private var hasBegun = false
  /// True after a stop before the first start.
  private var isCancelled = false

  /// Makes a monitor that is not running.
  ///
  /// - Parameters:
  ///   - store: carries out the effects of the gate.
  ///   - events: the events that make it check the gate.
  ///   - leaseSeconds: the lease of a block, in seconds. The monitor orders the block three times in
  ///     that time, and a blocker can skip an order while most of the lease is left.
  ///   - isBlockIntact: returns false if something has removed the block of these targets; it is
  ///     then restored.
  ///   - calendar: returns the calendar of the present time zone; `nil` to keep that of the state.
  ///   - daily: runs at each start, and at the beginning of each day.
  public init(
    store: PracticeStore, events: any MonitorEvents,
    leaseSeconds: Int = HostsBlocker.standardLease,
    isBlockIntact: @escaping @Sendable (_ blocked: [TargetID]) async -> Bool = { _ in true },
    calendar: (@Sendable () -> LocalCalendar)? = nil,
    daily: @escaping @Sendable () async -> Void = {}
  ) {
    self.store = store
    self.events = events
    renewalTicks = max(1, leaseSeconds / 3)
    self.isBlockIntact = isBlockIntact
    self.calendar = calendar
    self.daily = daily
  }

  /// Starts the monitor and registers for events; has no effect on a running monitor, nor after a
  /// stop before the first start.
  ///
  /// - Throws: `MonitorError`.
  public func startMonitoring() async throws(MonitorError) {
    if loop != nil || isCancelled { return }
    hasBegun = true
    let stream = try events.start()
    ticks = 0
    loop = Task {
      await store.send(.started)
      await daily()
      for await event in stream { await look(event) }
    }
  }

  /// Ends; has no effect on a monitor that no longer runs.
  ///
  /// A signal may come before the first start, which then does nothing. A block stays until its
  /// lease expires.
  public func stopMonitoring() async {
    if !hasBegun { isCancelled = true }
    events.stop()
    await loop?.value
    loop = nil
  }

  /// Waits until the events end.
  public func run() async { await loop?.value }

  private func look(_ event: MonitorEvent) async {
    // A day may begin with any event, not only with a tick.
    let day = await store.state.goals.today?.day
    // The day that begins now is a day of the present zone.
    if let calendar, await store.isDayOver { await store.send(.calendarChanged(calendar())) }
    await follow(event)
    if await store.state.goals.today?.day != day { await daily() }
  }

  private func follow(_ event: MonitorEvent) async {
    switch event {
    case .journalChanged: await store.send(.refresh)
    case .stateChanged: await store.send(.tick)
    case .tick:
      ticks += 1
      if ticks % renewalTicks == 0 {
        await store.send(.started)
      } else if ticks % Self.retryTicks == 0, await store.state.blockFailure != nil {
        await store.send(.refresh)
      } else {
        await store.send(.tick)
        if ticks % Self.checkTicks == 0 { await restore() }
      }
    }
  }

  /// Orders a block again that something has removed or changed.
  private func restore() async {
    let state = await store.state
    guard state.blockFailure == nil, let blocked = state.gate.blockOrder?.blocked,
      !blocked.isEmpty, await !isBlockIntact(blocked)
    else { return }
    await store.send(.started)
  }
}

/// An event that makes a monitor check the gate.
public enum MonitorEvent: Hashable, Sendable {
  /// A second passed.
  case tick
  /// The journal has new records.
  case journalChanged
  /// Another process changed the gate's state.
  case stateChanged
}

/// A source of events for a monitor.
public protocol MonitorEvents: Sendable {
  /// Registers for changes, and begins.
  ///
  /// - Returns: the events, until `stop()`.
  /// - Throws: `MonitorError`.
  func start() throws(MonitorError) -> AsyncStream<MonitorEvent>

  /// Ends the events, and removes all registrations.
  func stop()
}

/// The reason why a monitor can't begin.
public enum MonitorError: Error, Hashable, Sendable {
  /// A directory can't be watched; `code` is the system's errno.
  case watchFailed(path: String, code: Int32)
  /// Another monitor is running.
  case alreadyRunning(path: String)
}

extension MonitorError: CustomStringConvertible {
  /// The error as one sentence that ends with the remedy.
  public var description: String {
    switch self {
    case .watchFailed(let path, let code):
      "\(path): can't be watched (\(errorText(code))). "
        + "Make it readable, or raise fs.inotify.max_user_watches"
    case .alreadyRunning(let path):
      "a monitor runs already (\(path)). There is nothing to do"
    }
  }
}
