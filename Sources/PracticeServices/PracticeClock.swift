// SPDX-License-Identifier: MIT

import Glibc
public import PracticeGoals

/// A source of the present moment.
public protocol PracticeClock: Sendable {
  /// The present moment by the wall clock.
  var now: WallTime { get }
  /// Milliseconds of a clock that cannot be set and that counts suspension; `nil` if there is none.
  var uptimeInMilliseconds: Int64? { get }
}

extension PracticeClock {
  /// `nil`: there is only a wall clock.
  public var uptimeInMilliseconds: Int64? { nil }
}

/// The system's wall clock.
///
/// Only the outermost loop of a program reads it.
public struct WallClock: PracticeClock {
  /// Makes the clock.
  public init() {}

  /// The present moment.
  public var now: WallTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return WallTime(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// Seconds of a clock that cannot be set and that counts suspension.
  public var steadySeconds: Int { Int(Self.boot.tv_sec) }

  /// Milliseconds of a clock that cannot be set and that counts suspension.
  public var uptimeInMilliseconds: Int64? {
    let time = Self.boot
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  private static var boot: timespec {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return time
  }
}
