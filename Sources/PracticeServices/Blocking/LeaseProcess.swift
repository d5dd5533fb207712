// SPDX-License-Identifier: MIT

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

  /// Starts the process; one more than needed ends by itself.
  ///
  /// - Parameter file: the file that has a section now.
  public func watch(_ file: HostsFile) {
    let (identifier, code) = Spawning.start(
      arguments(file), environment: environment, separation: .session)
    if code == 0 { _ = Spawning.wait(for: identifier) }
  }

  /// Starts this program again, detached, and returns at once: what the first process does.
  ///
  /// - Parameters:
  ///   - arguments: the program and its arguments.
  ///   - environment: its variables.
  /// - Returns: 0 or the errno.
  public static func detach(_ arguments: [String], environment: [String: String]) -> Int32 {
    Spawning.start(arguments, environment: environment, separation: .session).code
  }

  /// Watches a section until it is gone: what the second process does.
  ///
  /// - Parameters:
  ///   - file: the hosts file.
  ///   - lock: the file of the lock that one watcher holds; any other returns at once.
  ///   - clock: the system's clock.
  /// - Throws: `HostsFileError` when the section can't be read or taken out.
  public static func watch(
    _ file: HostsFile, lock: String, clock: SystemClock = SystemClock()
  ) throws(HostsFileError) {
    // A section that was written just before the lock was given back has nobody else to watch it.
    while try file.read().section != nil {
      guard let held = FileLock(tryingFor: lock) else {
        if errno == EWOULDBLOCK { return }
        throw .writeFailed(path: lock, code: errno)
      }
      var watch = LeaseWatch(file)
      while case .wait(let seconds) = try watch.look(
        now: clock.now, steadySeconds: clock.steadySeconds)
      {
        wait(seconds, forChangesOf: file)
      }
      _ = consume held
    }
  }

  /// Waits, at most until the directory of the file changes.
  private static func wait(_ seconds: Int, forChangesOf file: HostsFile) {
    let descriptor = inotify_init1(Int32(IN_CLOEXEC))
    defer { if descriptor >= 0 { close(descriptor) } }
    if descriptor >= 0 {
      inotify_add_watch(
        descriptor, FilePath.parent(of: file.path), UInt32(IN_MOVED_TO | IN_CLOSE_WRITE | IN_DELETE)
      )
    }
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    _ = poll(&entry, 1, Int32(seconds) * 1000)
  }
}
