// SPDX-License-Identifier: MIT

internal import Synchronization
internal import TunerRuntime

/// The system's clock with an offset that a test can increase.
final class SoakClock: TunerClock {
  private let clock = SystemClock()
  private let ahead = Atomic<Int64>(0)

  var now: Duration { clock.now + jumped }

  private var jumped: Duration { .milliseconds(ahead.load(ordering: .acquiring)) }

  /// Moves the clock ahead.
  func jump(milliseconds: Int64) { ahead.add(milliseconds, ordering: .acquiringAndReleasing) }

  func wait(until deadline: Duration) { clock.wait(until: deadline - jumped) }

  func schedule(
    at deadline: Duration, _ body: @escaping @Sendable () -> Void
  ) -> ScheduledCall {
    clock.schedule(at: deadline - jumped, body)
  }
}
