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
  private var leaseSeconds: Int
  private let isBlockIntact: @Sendable (_ blocked: [TargetID]) async -> Bool
  private let calendar: (@Sendable () -> LocalCalendar)?
  private let daily: @Sendable () async -> Void
  private let changes: SettingsChanges?
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
    self.init(
      store: store, events: events, leaseSeconds: leaseSeconds, changes: nil,
      isBlockIntact: isBlockIntact, calendar: calendar, daily: daily)
  }

  /// Makes a monitor that is not running, and that uses changed settings of the gate.
  ///
  /// - Parameters:
  ///   - store: carries out the effects of the gate.
  ///   - events: the events that make it check the gate.
  ///   - settings: the settings of the gate at the start.
  ///   - isBlockIntact: returns false if something has removed the block of these targets; it is
  ///     then restored.
  ///   - calendar: returns the calendar of the present time zone.
  ///   - daily: runs at each start, and at the beginning of each day.
  ///   - adopt: receives settings that changed, and true while targets are blocked. It uses them in
  ///     the store unless they must wait, and returns the settings that are then in use.
  package init(
    store: PracticeStore, events: any MonitorEvents, settings: GateSettings,
    isBlockIntact: @escaping @Sendable (_ blocked: [TargetID]) async -> Bool,
    calendar: @escaping @Sendable () -> LocalCalendar,
    daily: @escaping @Sendable () async -> Void,
    adopt: @escaping @Sendable (_ settings: GateSettings, _ isBlocking: Bool) async -> GateSettings
  ) {
    self.init(
      store: store, events: events, leaseSeconds: settings.leaseSeconds,
      changes: SettingsChanges(present: settings, adopt: adopt),
      isBlockIntact: isBlockIntact, calendar: calendar, daily: daily)
  }

  private init(
    store: PracticeStore, events: any MonitorEvents, leaseSeconds: Int, changes: SettingsChanges?,
    isBlockIntact: @escaping @Sendable (_ blocked: [TargetID]) async -> Bool,
    calendar: (@Sendable () -> LocalCalendar)?, daily: @escaping @Sendable () async -> Void
  ) {
    self.store = store
    self.events = events
    self.leaseSeconds = leaseSeconds
    self.changes = changes
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
    await adoptSettings()
    if await store.state.goals.today?.day != day { await daily() }
  }

  private func follow(_ event: MonitorEvent) async {
    switch event {
    case .journalChanged: await store.send(.refresh)
    case .stateChanged: await store.send(.tick)
    case .tick:
      ticks += 1
      if ticks % max(1, leaseSeconds / 3) == 0 {
        await renew()
      } else if ticks % Self.retryTicks == 0, await store.state.blockFailure != nil {
        await store.send(.refresh)
      } else {
        await store.send(.tick)
        if ticks % Self.checkTicks == 0 { await restore() }
      }
      await store.readChanges()
    }
  }

  /// Orders the block again, so that its lease does not end.
  ///
  /// While the state can't be stored, only a block that is still there is renewed: the emergency
  /// exit can't be recorded either, and must hold.
  private func renew() async {
    await store.send(.started)
    guard await store.storageFailure != nil,
      let blocked = await store.state.gate.blockOrder?.blocked, await isBlockIntact(blocked)
    else { return }
    await store.renew()
  }

  /// Uses the settings of the gate if they have changed.
  private func adoptSettings() async {
    guard let changes else { return }
    let isBlocking = await store.state.gate.blockOrder?.blocked.isEmpty == false
    guard let used = await changes.adopted(await store.settings, isBlocking: isBlocking) else {
      return
    }
    leaseSeconds = used.leaseSeconds
    await store.send(.started)
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
