// SPDX-License-Identifier: MIT

import FileStore
import Glibc
import Terminal

/// The progress of a run: a line on a terminal, and records on a descriptor.
struct ShardProgress {
  /// The longest wait for a reader of the last record, in milliseconds.
  private static let lastWait: Int32 = 500

  private let isShown: Bool
  private var descriptor: Int32?
  private let interval: Duration
  private var last: ContinuousClock.Instant
  private var isDrawn = false

  /// Starts to report.
  ///
  /// - Parameters:
  ///   - isQuiet: true to show no line, even on a terminal.
  ///   - descriptor: an open descriptor for one JSON object a second; `nil` for none.
  init(isQuiet: Bool, descriptor: Int32?) {
    isShown = !isQuiet && isatty(STDERR_FILENO) == 1
    self.descriptor = descriptor
    interval = isShown ? .milliseconds(200) : .seconds(1)
    last = .now
  }

  /// Reports if a report is due.
  ///
  /// A report for which a stalled reader leaves no room is omitted, because a write would stop the
  /// run. `O_NONBLOCK` would affect all programs that share the descriptor.
  ///
  /// - Parameters:
  ///   - tally: the counts.
  ///   - isLast: true at the end: the line is erased, and the record is written at once.
  mutating func report(_ tally: ShardTally, isLast: Bool = false) {
    let now = ContinuousClock.now
    guard isLast || now - last >= interval else { return }
    last = now
    let wait = isLast ? Self.lastWait : 0
    if isShown, Self.hasRoom(STDERR_FILENO, within: wait) {
      if !isLast {
        StandardError.draw("\r\(tally.line)\u{1B}[K")
        isDrawn = true
      } else if isDrawn {
        StandardError.draw("\r\u{1B}[K")
      }
    }
    guard let descriptor, Self.hasRoom(descriptor, within: wait) else { return }
    let code = Array(tally.record.utf8).withUnsafeBytes { writeAll($0, to: descriptor) }
    // The program that reads the progress may end before the run.
    if code != 0 { self.descriptor = nil }
  }

  /// Waits until a descriptor takes bytes, or reports an error.
  ///
  /// A pipe that can be polled for writing has room for 4096 bytes, more than any report.
  ///
  /// - Returns: false if it has no room.
  private static func hasRoom(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&waiting, 1, milliseconds) > 0
  }
}
