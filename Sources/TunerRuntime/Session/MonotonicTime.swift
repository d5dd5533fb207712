// SPDX-License-Identifier: MIT

internal import Glibc
import Glibc

/// A time of the system's monotonic clock, which cannot be set.
public struct MonotonicTime: Hashable, Comparable, Sendable {
  /// The nanoseconds since an unspecified time before the program began.
  public let nanoseconds: Int64

  /// Makes a time.
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

/// The processor time that this thread has used.
public enum ThreadTime {
  /// The processor time since the thread began, in seconds; 0 if the system does not report it.
  public static var now: Double {
    var time = timespec()
    guard clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return 0 }
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
