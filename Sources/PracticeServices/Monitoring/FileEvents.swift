// SPDX-License-Identifier: MIT

import CLinux
import FileStore
import Foundation
import Glibc
import PracticeGoals

/// A tick every second, and changes of the journal and of the gate's file as inotify reports them.
public final class FileEvents: MonitorEvents, @unchecked Sendable {
  private static let mask = UInt32(
    IN_MODIFY | IN_CREATE | IN_MOVED_TO | IN_DELETE | IN_CLOSE_WRITE)

  private let journal: String
  private let state: String
  private let clock: any PracticeClock
  private let lock = NSLock()
  /// The writing end of the pipe that stops the thread; `nil` while there is no thread.
  private var wake: Int32?

  /// Makes a source of events.
  ///
  /// - Parameters:
  ///   - journal: the journal's directory.
  ///   - state: the gate's file.
  ///   - clock: measures the seconds between ticks.
  public init(journal: String, state: String, clock: any PracticeClock = WallClock()) {
    self.journal = journal
    self.state = state
    self.clock = clock
  }

  /// Registers with inotify, and begins.
  ///
  /// - Returns: the events; if they are not read in time, only the newest are kept.
  /// - Throws: `MonitorError.watchFailed`.
  public func start() throws(MonitorError) -> AsyncStream<MonitorEvent> {
    let watch = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    guard watch >= 0 else { throw .watchFailed(path: journal, code: errno) }
    var numbers: [Int32] = []
    for path in [journal, FilePath.parent(of: state)] {
      let number = inotify_add_watch(watch, path, Self.mask)
      guard number >= 0 else {
        let code = errno
        close(watch)
        throw .watchFailed(path: path, code: code)
      }
      numbers.append(number)
    }
    var ends: [Int32] = [0, 0]
    guard headstock_pipe(&ends) == 0 else {
      let code = errno
      close(watch)
      throw .watchFailed(path: journal, code: code)
    }
    lock.withLock { wake = ends[1] }
    let (stream, continuation) = AsyncStream.makeStream(
      of: MonitorEvent.self, bufferingPolicy: .bufferingNewest(16))
    let pump = Pump(
      watch: watch, stop: ends[0], journalNumber: numbers[0],
      stateName: state.split(separator: "/").last.map(String.init) ?? state, clock: clock,
      start: clock.steadyMilliseconds, continuation: continuation)
    Thread { pump.run() }.start()
    return stream
  }

  /// Ends the events.
  public func stop() {
    lock.withLock {
      if let wake { close(wake) }
      wake = nil
    }
  }
}

/// Waits for events of the kernel on a separate thread.
private struct Pump: Sendable {
  let watch: Int32
  let stop: Int32
  let journalNumber: Int32
  let stateName: String
  let clock: any PracticeClock
  let start: Int64
  let continuation: AsyncStream<MonitorEvent>.Continuation

  func run() {
    defer {
      close(watch)
      close(stop)
      continuation.finish()
    }
    var next = start + 1000
    while true {
      var entries = [
        pollfd(fd: watch, events: Int16(POLLIN), revents: 0),
        pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&entries, 2, Int32(max(0, min(1000, next - clock.steadyMilliseconds))))
      if count < 0, errno != EINTR { return }
      if entries[1].revents != 0 { return }
      // Changes come before the tick, so that a tick always sees what was written before it.
      if entries[0].revents != 0 { tell() }
      let now = clock.steadyMilliseconds
      if now >= next {
        continuation.yield(.tick)
        // Ticks that were missed during a suspension are not repeated.
        next = next + 1000 > now ? next + 1000 : now + 1000
      }
      // A wall clock that was set back must not delay the next tick.
      next = min(next, now + 1000)
    }
  }

  /// Reads the events of the kernel, and passes on each kind once.
  private func tell() {
    var isJournal = false
    var isState = false
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = read(watch, &buffer, buffer.count)
      if count <= 0 { break }
      buffer.withUnsafeBytes { bytes in
        var place = 0
        let header = MemoryLayout<inotify_event>.size
        while place + header <= count {
          let number = bytes.loadUnaligned(fromByteOffset: place, as: Int32.self)
          let length = Int(bytes.loadUnaligned(fromByteOffset: place + 12, as: UInt32.self))
          let name = String(
            decoding: bytes[(place + header)..<min(count, place + header + length)]
              .prefix { $0 != 0 }, as: UTF8.self)
          if number == journalNumber, name.hasSuffix(PracticeJournal.suffix) { isJournal = true }
          if number != journalNumber, name == stateName { isState = true }
          place += header + length
        }
      }
    }
    if isJournal { continuation.yield(.journalChanged) }
    if isState { continuation.yield(.stateChanged) }
  }
}

extension PracticeClock {
  /// Milliseconds of the monotonic clock, or of the wall clock if there is none.
  fileprivate var steadyMilliseconds: Int64 { uptimeInMilliseconds ?? now.milliseconds }
}
