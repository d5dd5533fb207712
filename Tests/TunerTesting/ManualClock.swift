// SPDX-License-Identifier: MIT

import Synchronization
package import TunerRuntime

/// A clock that a test sets.
package final class ManualClock: TunerClock {
  private struct State {
    var now = Duration.zero
    var calls: [Int: (deadline: Duration, body: @Sendable () -> Void)] = [:]
    var nextCall = 0
    var waits: [Duration] = []
  }

  private let state = Mutex(State())

  package init() {}

  package var now: Duration { state.withLock { $0.now } }

  /// The deadlines that were waited for, in their order.
  package var waits: [Duration] { state.withLock { $0.waits } }

  /// The deadlines of the calls that are still to come.
  package var pending: [Duration] {
    state.withLock { $0.calls.values.map(\.deadline).sorted() }
  }

  /// Advances the time at once, without waiting.
  package func wait(until deadline: Duration) {
    state.withLock { $0.waits.append(deadline) }
    advance(to: deadline)
  }

  package func schedule(
    at deadline: Duration, _ body: @escaping @Sendable () -> Void
  ) -> ScheduledCall {
    let number = state.withLock { state in
      state.nextCall += 1
      state.calls[state.nextCall] = (deadline, body)
      return state.nextCall
    }
    return ScheduledCall { [weak self] in
      _ = self?.state.withLock { $0.calls.removeValue(forKey: number) }
    }
  }

  /// Lets time pass, and makes the calls that fall due.
  package func advance(by duration: Duration) { advance(to: now + duration) }

  private func advance(to time: Duration) {
    let due = state.withLock { state in
      state.now = max(state.now, time)
      let now = state.now
      let due = state.calls.filter { $0.value.deadline <= now }
      for number in due.keys { state.calls[number] = nil }
      return due.values.sorted { $0.deadline < $1.deadline }
    }
    for call in due { call.body() }
  }
}
