// SPDX-License-Identifier: MIT

import Glibc

/// The processor time that this thread has used.
enum ThreadTime {
  /// Seconds since the thread began.
  static var now: Double {
    var time = timespec()
    guard clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return 0 }
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
