// SPDX-License-Identifier: MIT

import Glibc

/// A binary semaphore that wakes one waiting thread.
///
/// It is a pipe, which every system has. `signal` is one write that never blocks, and the waiter
/// sleeps in a read. A signal before the wait is kept, and several signals count as one.
final class BinarySemaphore: Sendable {
  private let readEnd: CInt
  private let writeEnd: CInt

  /// Makes a semaphore without a signal.
  ///
  /// - Precondition: the process has two file descriptors left.
  init() {
    var ends: (CInt, CInt) = (-1, -1)
    let status = withUnsafeMutablePointer(to: &ends) { place in
      place.withMemoryRebound(to: CInt.self, capacity: 2) { pipe($0) }
    }
    precondition(status == 0, "The process has two file descriptors left.")
    (readEnd, writeEnd) = ends
    for end in [readEnd, writeEnd] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // A full pipe has already woken its reader.
    _ = fcntl(writeEnd, F_SETFL, O_NONBLOCK)
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// Wakes the waiting thread, or the next one that waits, without waiting, locking or allocating.
  func signal() {
    var byte: UInt8 = 1
    _ = write(writeEnd, &byte, 1)
  }

  /// Sleeps until there is a signal since the last wait.
  func wait() {
    var bytes: UInt64 = 0
    // A signal handler may interrupt the read. Callers treat that as a wake-up and check again.
    _ = read(readEnd, &bytes, MemoryLayout<UInt64>.size)
  }
}
