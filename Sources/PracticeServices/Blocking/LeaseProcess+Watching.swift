// SPDX-License-Identifier: MIT

import ChildProcesses
import FileStore
import Glibc
import PracticeGoals

// What the processes do that are started.
extension LeaseProcess {
  /// Starts this program again, detached, and returns at once: what the first process does.
  ///
  /// - Parameters:
  ///   - arguments: the program and its arguments.
  ///   - environment: its variables.
  /// - Returns: 0 or the errno.
  public static func detach(_ arguments: [String], environment: [String: String]) -> Int32 {
    do throws(ChildError) {
      let child = try Child(
        Launch(
          path: arguments[0], arguments: arguments, environment: environment, separation: .session,
          input: STDIN_FILENO, output: STDOUT_FILENO))
      child.letGo()
      return 0
    } catch {
      return error.code
    }
  }

  /// Stands ready, waits for whoever started this process to have made the change, and then watches the
  /// section until it is gone: what the second process does.
  ///
  /// - Parameters:
  ///   - file: the hosts file.
  ///   - lock: the file of the lock that one watcher holds; any other returns at once.
  ///   - input: what ends when the change is made.
  ///   - output: where it is said that this process stands ready.
  ///   - clock: the system's clock.
  /// - Throws: `HostsFileError` when the section can't be watched.
  public static func stand(
    by file: HostsFile, lock: String, input: Int32, output: Int32,
    clock: SystemClock = SystemClock()
  ) throws(HostsFileError) {
    // Without its lock there can be no watch: better to know that before there is a block.
    let held = open(lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard held >= 0 else { throw .writeFailed(path: lock, code: errno) }
    close(held)
    // A terminal that closes, or a key on it, is no reason to leave a block.
    for number in [SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2] { signal(number, SIG_IGN) }
    var byte: UInt8 = 1
    guard write(output, &byte, 1) == 1 else { return }
    while true {
      let count = Glibc.read(input, &byte, 1)
      if count == 0 || (count < 0 && errno != EINTR) { break }
    }
    try watch(file, lock: lock, clock: clock)
  }

  /// Watches a section until it is gone.
  ///
  /// - Parameters:
  ///   - file: the hosts file.
  ///   - lock: the file of the lock that one watcher holds; any other returns at once.
  ///   - clock: the system's clock.
  /// - Throws: `HostsFileError` when the section can't be watched.
  public static func watch(
    _ file: HostsFile, lock: String, clock: SystemClock = SystemClock()
  ) throws(HostsFileError) {
    // A section that was written just before the lock was given back has nobody else to watch it.
    while hasSection(file) {
      guard let held = FileLock(tryingFor: lock) else {
        if errno == EWOULDBLOCK { return }
        throw .writeFailed(path: lock, code: errno)
      }
      var watch = LeaseWatch(file)
      while case .wait(let seconds) = watch.look(
        now: clock.now, steadySeconds: clock.steadySeconds)
      {
        wait(seconds, forChangesOf: file)
      }
      _ = consume held
    }
  }

  /// Whether there is something to watch: also what can't be read may be a section.
  private static func hasSection(_ file: HostsFile) -> Bool {
    do throws(HostsFileError) { return try file.read().section != nil } catch {
      if case .missing = error { return false }
      return true
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
