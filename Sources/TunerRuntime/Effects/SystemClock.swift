// SPDX-License-Identifier: MIT

internal import Dispatch
import Glibc
internal import Synchronization

/// The system's monotonic clock, which starts at zero.
public struct SystemClock: TunerClock {
  /// The system's time at zero.
  public let origin: MonotonicTime

  /// Makes a clock that begins now.
  public init() { origin = .now }

  /// The time since the clock was made.
  public var now: Duration { MonotonicTime.now.since(origin) }

  /// Sleeps until an absolute deadline, so that delays do not add up.
  public func wait(until deadline: Duration) {
    #if canImport(Darwin)
      while true {
        let left = deadline - now
        guard left > .zero else { return }
        let (seconds, attoseconds) = left.components
        var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        _ = nanosleep(&time, nil)
      }
    #else
      let (seconds, attoseconds) = (deadline + .nanoseconds(origin.nanoseconds)).components
      var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
      while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
    #endif
  }

  /// Calls `body` once at `deadline`.
  ///
  /// - Parameters:
  ///   - deadline: a time of this clock.
  ///   - body: called on a queue of the system.
  /// - Returns: a handle that cancels the call.
  public func schedule(
    at deadline: Duration, _ body: @escaping @Sendable () -> Void
  ) -> ScheduledCall {
    let isOver = CallOnce(body)
    let delay = max(.zero, deadline - now)
    let (seconds, attoseconds) = delay.components
    let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    DispatchQueue.global(qos: .userInitiated)
      .asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { isOver.call() }
    return ScheduledCall { isOver.cancel() }
  }
}

/// A closure that runs at most once.
private final class CallOnce: Sendable {
  private let body: Mutex<(@Sendable () -> Void)?>

  init(_ body: @escaping @Sendable () -> Void) { self.body = Mutex(body) }

  func cancel() { body.withLock { $0 = nil } }

  func call() {
    let body = self.body.withLock { body in
      defer { body = nil }
      return body
    }
    body?()
  }
}
