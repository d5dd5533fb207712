// SPDX-License-Identifier: MIT

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A time of the system's monotonic clock, which nobody sets.
public struct MonotonicTime: Hashable, Comparable, Sendable {
  /// Nanoseconds since some moment before the program began.
  public let nanoseconds: Int64

  /// Makes a time.
  ///
  /// - Parameter nanoseconds: since the clock's beginning.
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// Reads the clock: no system call where the kernel offers one without.
  public static var now: MonotonicTime {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// Compares two times.
  public static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// Returns the time that passed since `earlier`.
  ///
  /// - Parameter earlier: another time.
  /// - Returns: a duration, below zero if it is later.
  public func since(_ earlier: MonotonicTime) -> Duration {
    .nanoseconds(nanoseconds - earlier.nanoseconds)
  }
}
