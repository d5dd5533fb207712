// SPDX-License-Identifier: MIT

import Glibc
public import PracticeGoals

/// Tells the moment.
public protocol PracticeClock: Sendable {
  /// The moment, as the wall clock tells it.
  var now: WallTime { get }
  /// Milliseconds of a clock that nobody sets, suspension included; `nil` where there is none.
  var uptimeInMilliseconds: Int64? { get }
}

extension PracticeClock {
  /// None: a wall clock alone.
  public var uptimeInMilliseconds: Int64? { nil }
}

/// The system's wall clock: what the outermost loop of a program reads, and nothing below it.
public struct SystemClock: PracticeClock {
  /// Makes the clock.
  public init() {}

  /// The moment.
  public var now: WallTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return WallTime(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// Seconds of a clock that nobody sets, suspension included.
  public var steadySeconds: Int { Int(Self.boot.tv_sec) }

  /// Milliseconds of a clock that nobody sets, suspension included.
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
