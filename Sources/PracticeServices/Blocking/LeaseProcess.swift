// SPDX-License-Identifier: MIT

import ChildProcesses
import FileStore
import Glibc
import PracticeGoals

/// Watches leases in a separate process, which continues when this one ends.
///
/// The process is this program again, with arguments from the caller. A short-lived process starts
/// it, so that this one need not wait for it. It has its own session, so that closing the terminal
/// does not end it.
public struct LeaseProcess: LeaseGuard {
  private let arguments: @Sendable (HostsFile) -> [String]
  private let environment: [String: String]

  /// Makes a guard.
  ///
  /// - Parameters:
  ///   - environment: the variables of the process.
  ///   - arguments: returns the program and arguments of a process that calls
  ///     `watch(_:lock:clock:)`.
  public init(
    environment: [String: String], arguments: @escaping @Sendable (HostsFile) -> [String]
  ) {
    self.environment = environment
    self.arguments = arguments
  }

  /// Returns the name of the lock for the one process that watches a file; each path has its own
  /// lock.
  ///
  /// - Parameter file: the hosts file, by its absolute path.
  /// - Returns: the name of the lock file.
  public static func lockName(for file: HostsFile) -> String {
    "lease-\(Checksum.text(Checksum.of(file.path))).lock"
  }

  /// The message of a process that is ready to watch.
  ///
  /// Any other text is no answer: a program that does not know its arguments prints its help and
  /// ends.
  static let answer = Array("headstock: ready to watch\n".utf8)

  /// The time in which the process must report that it is ready, in milliseconds.
  private static let timeoutInMilliseconds: Int32 = 20_000

  /// Starts the process, makes the change once the process is ready, and then lets it watch.
  ///
  /// Two pipes connect this process and the watcher. The watcher reports on the first that it is
  /// ready. The end of the second shows the watcher that the change is made, or that this process
  /// has died. A surplus watcher ends by itself.
  ///
  /// - Parameters:
  ///   - file: the file that will hold a section.
  ///   - change: writes the section.
  /// - Throws: `HostsFileError.watcherFailed` if no process becomes ready, and the change is not
  ///   made; or the error of `change`.
  public func watch(
    _ file: HostsFile, while change: () throws(HostsFileError) -> Void
  ) throws(HostsFileError) {
    let order: (reading: Int32, writing: Int32)
    do throws(ChildError) { order = try ChildPipe.ends() } catch {
      throw .watcherFailed(path: file.path, code: error.code)
    }
    // The last step: the watcher waits for this pipe to close.
    defer { close(order.writing) }
    let isReady: Bool
    do throws(ChildError) { isReady = try start(arguments(file), waitingFor: order.reading) } catch
    {
      throw .watcherFailed(path: file.path, code: error.code)
    }
    guard isReady else { throw .watcherFailed(path: file.path, code: ECHILD) }
    try change()
  }

  /// Starts the process, and returns true if it is ready.
  private func start(
    _ words: [String], waitingFor order: Int32
  ) throws(ChildError) -> Bool {
    defer { close(order) }
    let answer = try ChildPipe.ends()
    defer { close(answer.reading) }
    return try Self.hasStarted(
      Launch(
        path: words[0], arguments: words, environment: environment, separation: .session,
        input: order, output: answer.writing)) && Self.isReady(answer.reading)
  }

  private static func hasStarted(_ launch: Launch) throws(ChildError) -> Bool {
    // From here on only the other process uses this end.
    defer { if let output = launch.output { close(output) } }
    var child = try Child(launch)
    return child.wait() == .exited(0)
  }

  private static func isReady(_ descriptor: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      let count = poll(&entry, 1, timeoutInMilliseconds)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      var found = [UInt8](repeating: 0, count: answer.count)
      return read(descriptor, &found, found.count) == found.count && found == answer
    }
  }
}
