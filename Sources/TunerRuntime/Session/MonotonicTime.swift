// SPDX-License-Identifier: MIT

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A time of the system's monotonic clock, which cannot be set.
public struct MonotonicTime: Hashable, Comparable, Sendable {
  /// The nanoseconds since an unspecified moment before the program began.
  public let nanoseconds: Int64

  /// Makes a time.
  ///
  /// - Parameter nanoseconds: the nanoseconds since that moment.
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// The current time, without a system call on most kernels.
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
  /// - Returns: the duration, negative if `earlier` is later.
  public func since(_ earlier: MonotonicTime) -> Duration {
    .nanoseconds(nanoseconds - earlier.nanoseconds)
  }
}
