// SPDX-License-Identifier: MIT

internal import Foundation
package import Terminal

/// The events that a display waits for: keys, changes of the tuner, and signals.
///
/// A change or a signal is a byte in a pipe, so one wait covers the pipe and the keyboard.
package final class DisplayEvents: Sendable {
  /// The meaning of a byte in the pipe.
  private enum Message: UInt8 {
    case change, end, stop, resize
  }

  /// The events since the last wait.
  struct Events {
    var keys: [Key] = []
    var isEnding = false
    var isStopping = false
    var isResized = false
    /// True when the terminal has closed.
    var isHungUp = false
    /// True after the end of a standard input that is no terminal: no key can follow.
    var isWithoutKeys = false
  }

  private let reading: Int32
  private let writing: Int32
  /// True if keys come from a terminal.
  ///
  /// A terminal that has closed is no longer recognised as one.
  private let isTerminal = isatty(STDIN_FILENO) != 0

  /// Makes the pipe; `nil` when the process has no descriptor left.
  package init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    close(reading)
    close(writing)
  }

  /// Reports a change to show; any thread may call it.
  package func notify() { post(.change) }

  private func post(_ message: Message) {
    // A full pipe also wakes the reader.
    var byte = message.rawValue
    _ = write(writing, &byte, 1)
  }

  /// Starts a thread that waits for signals and passes them on.
  ///
  /// - Parameters:
  ///   - signals: the queue; no other thread may read it.
  ///   - ending: called after a signal that ends the program. The thread that waits for events may
  ///     be waiting for the terminal.
  package func follow(_ signals: SignalQueue, ending: @escaping @Sendable () -> Void) {
    signals.follow { [self] request in
      switch request {
      case .end:
        post(.end)
        ending()
      case .stop: post(.stop)
      case .resize: post(.resize)
      case .look: post(.change)
      }
    }
  }

  /// Waits for an event.
  ///
  /// - Parameters:
  ///   - milliseconds: the longest wait; 25 ms while the parser holds an incomplete key.
  ///   - parser: turns bytes into keys.
  ///   - isWithoutKeys: true to leave standard input alone, as an earlier wait has reported.
  /// - Returns: the events.
  func wait(milliseconds: Int32, parser: inout KeyParser, isWithoutKeys: Bool) -> Events {
    var events = Events(isWithoutKeys: isWithoutKeys)
    var descriptors = [
      pollfd(fd: isWithoutKeys ? -1 : STDIN_FILENO, events: Int16(POLLIN), revents: 0),
      pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
    ]
    let isHalf = parser.isWaiting
    let timeout: Int32 = isHalf ? min(milliseconds, 25) : milliseconds
    let count = poll(&descriptors, 2, timeout)
    if count == 0, isHalf, let key = parser.flush() { events.keys.append(key) }
    guard count > 0 else { return events }
    if descriptors[0].revents != 0 { readKeys(&events, &parser) }
    if descriptors[1].revents != 0 { readMessages(&events) }
    return events
  }

  private func readKeys(_ events: inout Events, _ parser: inout KeyParser) {
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    if count > 0 {
      events.keys += parser.keys(from: bytes.prefix(count))
    } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
      if isTerminal { events.isHungUp = true } else { events.isWithoutKeys = true }
    }
  }

  private func readMessages(_ events: inout Events) {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(reading, &bytes, bytes.count)
    for byte in bytes.prefix(max(0, count)) {
      switch Message(rawValue: byte) {
      case .end: events.isEnding = true
      case .stop: events.isStopping = true
      case .resize: events.isResized = true
      case .change, nil: break
      }
    }
  }
}
