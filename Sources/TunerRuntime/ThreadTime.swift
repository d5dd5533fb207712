// SPDX-License-Identifier: MIT

internal import Glibc

/// The processor time that this thread has used.
public enum ThreadTime {
  /// The seconds of processor time since the thread began; 0 when the system does not tell.
  public static var now: Double {
    var time = timespec()
    guard clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return 0 }
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
