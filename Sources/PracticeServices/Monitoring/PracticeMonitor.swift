// SPDX-License-Identifier: MIT

import PracticeGate
import PracticeGoals

/// Keeps the gate true with nobody looking: looks again with every second and every change.
public actor PracticeMonitor {
  /// How long after a failed order it is tried again, in ticks.
  private static let retryTicks = 10

  private let keeper: PracticeKeeper
  private let events: any MonitorEvents
  private let renewalTicks: Int
  private let daily: @Sendable () async -> Void
  private var loop: Task<Void, Never>?
  private var ticks = 0

  /// Makes a monitor that does not run yet.
  ///
  /// - Parameters:
  ///   - keeper: carries out what the gate asks for.
  ///   - events: what makes it look again.
  ///   - leaseSeconds: how long a block holds by itself; it is renewed three times in that time.
  ///   - daily: what to do at each start, and when a day has begun.
  public init(
    keeper: PracticeKeeper, events: any MonitorEvents,
    leaseSeconds: Int = HostsBlocker.standardLease, daily: @escaping @Sendable () async -> Void = {}
  ) {
    self.keeper = keeper
    self.events = events
    renewalTicks = max(1, leaseSeconds / 3)
    self.daily = daily
  }

  /// Begins, with a new registration; does nothing while it runs.
  ///
  /// - Throws: `MonitorError`.
  public func startMonitoring() async throws(MonitorError) {
    if loop != nil { return }
    let stream = try events.start()
    ticks = 0
    loop = Task {
      await keeper.send(.started)
      await daily()
      for await event in stream { await look(event) }
    }
  }

  /// Ends; does nothing while it does not run.
  ///
  /// What is blocked stays so until the lease is over.
  public func stopMonitoring() async {
    events.stop()
    await loop?.value
    loop = nil
  }

  /// Waits until the events end.
  public func run() async { await loop?.value }

  private func look(_ event: MonitorEvent) async {
    switch event {
    case .journalChanged: await keeper.send(.refresh)
    case .stateChanged: await keeper.send(.tick)
    case .tick:
      ticks += 1
      let day = await keeper.state.goals.today?.day
      if ticks % renewalTicks == 0 {
        // Also a section that was taken out by hand is put back by this.
        await keeper.send(.started)
      } else if ticks % Self.retryTicks == 0, await keeper.state.shieldFailure != nil {
        await keeper.send(.refresh)
      } else {
        await keeper.send(.tick)
      }
      if await keeper.state.goals.today?.day != day { await daily() }
    }
  }
}
