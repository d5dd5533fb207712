// SPDX-License-Identifier: MIT

internal import Foundation
package import Terminal
package import TunerRuntime

/// The events that a display waits for: keys, changes of the tuner, and signals.
///
/// A change or a signal is a byte in a pipe, so one wait covers the pipe and the keyboard.
package final class DisplayEvents: Sendable {
  /// The meaning of a byte in the pipe.
  private enum Message: UInt8 {
    case change, end, stop, resize
  }

  /// The events since the last wait.
  package struct Events {
    package var keys: [Key] = []
    package var isEnding = false
    package var isStopping = false
    package var isResized = false
    /// True when the terminal has closed.
    package var isHungUp = false
    /// True after the end of a standard input that is no terminal: no key can follow.
    package var isWithoutKeys = false
  }

  private let input: Int32
  private let clock: any TunerClock
  private let reading: Int32
  private let writing: Int32
  /// True if keys come from a terminal.
  ///
  /// A terminal that has closed is no longer recognised as one.
  private let isTerminal: Bool

  /// Makes the pipe; `nil` when the process has no descriptor left.
  ///
  /// - Parameters:
  ///   - input: the descriptor of the keyboard.
  ///   - clock: the clock that ends an incomplete key.
  package init?(input: Int32 = STDIN_FILENO, clock: any TunerClock = SystemClock()) {
    self.input = input
    self.clock = clock
    isTerminal = isatty(input) != 0
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
  ///   - milliseconds: the longest wait; it ends with the time of an incomplete key.
  ///   - keyboard: turns bytes into keys.
  ///   - isWithoutKeys: true to leave standard input alone, as an earlier wait has reported.
  /// - Returns: the events.
  package func wait(
    milliseconds: Int32, keyboard: inout KeyInput, isWithoutKeys: Bool
  ) -> Events {
    var events = Events(isWithoutKeys: isWithoutKeys)
    var descriptors = [
      pollfd(fd: isWithoutKeys ? -1 : input, events: Int16(POLLIN), revents: 0),
      pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
    ]
    let rest = keyboard.rest(at: clock.now).map { Int32(($0 / .milliseconds(1)).rounded(.up)) }
    let count = poll(&descriptors, 2, min(milliseconds, rest ?? milliseconds))
    if count > 0, descriptors[0].revents != 0 { readKeys(&events, &keyboard) }
    // The pipe may have a message whenever the time of a key ends.
    if let key = keyboard.flush(at: clock.now) { events.keys.append(key) }
    if count > 0, descriptors[1].revents != 0 { readMessages(&events) }
    return events
  }

  private func readKeys(_ events: inout Events, _ keyboard: inout KeyInput) {
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = read(input, &bytes, bytes.count)
    if count > 0 {
      events.keys += keyboard.keys(from: bytes.prefix(count), at: clock.now)
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
