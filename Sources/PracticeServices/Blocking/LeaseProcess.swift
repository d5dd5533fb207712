// SPDX-License-Identifier: MIT

import ChildProcesses
import FileStore
import Glibc
import PracticeGoals

/// Watches leases by a process of its own, which lives on when this one ends.
///
/// The process is this program again, with the arguments it is told. It is started by one that ends at
/// once, so that nobody has to wait for it, and in a session of its own, so that a terminal that closes
/// does not take it along.
public struct LeaseProcess: LeaseGuard {
  private let arguments: @Sendable (HostsFile) -> [String]
  private let environment: [String: String]

  /// Makes a guard.
  ///
  /// - Parameters:
  ///   - environment: the variables of the process.
  ///   - arguments: the program and arguments that start a process which calls `watch(_:lock:)`.
  public init(
    environment: [String: String], arguments: @escaping @Sendable (HostsFile) -> [String]
  ) {
    self.environment = environment
    self.arguments = arguments
  }

  /// Returns the name of the lock for the one process that watches a file, another for each path.
  ///
  /// - Parameter file: the hosts file, by its whole path.
  /// - Returns: the name of a file.
  public static func lockName(for file: HostsFile) -> String {
    "lease-\(Checksum.text(Checksum.of(file.path))).lock"
  }

  /// How long the process may take until it stands ready, in milliseconds.
  private static let patience: Int32 = 20_000

  /// Starts the process, makes the change when it stands ready, and has it look then.
  ///
  /// Two pipes join the two: one says that the process stands ready, the other, by its end, that the
  /// change is made, or that this process is no more. One process more than needed ends by itself.
  ///
  /// - Parameters:
  ///   - file: the file that is to have a section.
  ///   - change: writes the section.
  /// - Throws: `HostsFileError.unwatched` when no process stands ready, with the change not made; or what
  ///   the change throws.
  public func watch(
    _ file: HostsFile, while change: () throws(HostsFileError) -> Void
  ) throws(HostsFileError) {
    let order: (reading: Int32, writing: Int32)
    do throws(ChildError) { order = try ChildPipe.ends() } catch {
      throw .unwatched(path: file.path, code: error.code)
    }
    // Closed last: this is what the process waits for.
    defer { close(order.writing) }
    let isReady: Bool
    do throws(ChildError) { isReady = try start(arguments(file), waitingFor: order.reading) } catch
    {
      throw .unwatched(path: file.path, code: error.code)
    }
    guard isReady else { throw .unwatched(path: file.path, code: ECHILD) }
    try change()
  }

  /// Starts the process, and tells whether it stands ready.
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
    // This end is the other's alone from here on.
    defer { if let output = launch.output { close(output) } }
    var child = try Child(launch)
    return child.wait() == .exited(0)
  }

  private static func isReady(_ descriptor: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      let count = poll(&entry, 1, patience)
      if count < 0, errno == EINTR { continue }
      var byte: UInt8 = 0
      return count > 0 && read(descriptor, &byte, 1) == 1
    }
  }
}
