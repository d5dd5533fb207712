// SPDX-License-Identifier: MIT

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Wakes one thread that waits for another one's work.
///
/// A pipe, which is what every system has: `signal` is one write that never waits, and the waiter
/// sleeps in a read. A signal that comes before the wait is not lost, and signals in a row are one.
final class WakeUp: Sendable {
  private let readEnd: CInt
  private let writeEnd: CInt

  /// Makes one that nobody has signalled.
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
    // A full pipe has woken its reader already.
    _ = fcntl(writeEnd, F_SETFL, O_NONBLOCK)
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// Wakes whoever waits, or who will wait next; neither waits, locks nor allocates.
  func signal() {
    var byte: UInt8 = 1
    _ = write(writeEnd, &byte, 1)
  }

  /// Sleeps until there was a signal since the last wait.
  func wait() {
    var bytes: UInt64 = 0
    // What a handler of signals interrupts is a wake-up like another one: callers look again.
    _ = read(readEnd, &bytes, MemoryLayout<UInt64>.size)
  }
}
