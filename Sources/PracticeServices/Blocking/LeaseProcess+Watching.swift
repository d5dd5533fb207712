// SPDX-License-Identifier: MIT

import ChildProcesses
import FileStore
import Glibc
import PracticeGoals

// The code of the processes that `LeaseProcess` starts.
extension LeaseProcess {
  /// Starts this program again, detached, and returns at once.
  ///
  /// The first process runs this.
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
      child.detach()
      return 0
    } catch {
      return error.code
    }
  }

  /// Reports that it is ready, waits until the starting process has made its change, and then
  /// watches the section until it is gone.
  ///
  /// The second process runs this.
  ///
  /// - Parameters:
  ///   - file: the hosts file.
  ///   - lock: the lock file of the watcher. If another watcher holds the lock, this returns at
  ///     once.
  ///   - input: a pipe that is closed when the change is made.
  ///   - output: the pipe on which this process reports that it is ready.
  ///   - clock: the system's clock.
  /// - Throws: `HostsFileError` if the section can't be watched.
  public static func serve(
    _ file: HostsFile, lock: String, input: Int32, output: Int32,
    clock: WallClock = WallClock()
  ) throws(HostsFileError) {
    // A watch needs its lock. A failure here is reported before a block exists.
    let held = open(lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard held >= 0 else { throw .writeFailed(path: lock, code: errno) }
    close(held)
    // A closed terminal or a key pressed in it must not end the watch and leave a block.
    for number in [SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2] { signal(number, SIG_IGN) }
    // So short a message is written as a whole.
    let count = answer.withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
    guard count == answer.count else { return }
    var byte: UInt8 = 0
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
  ///   - lock: the lock file of the watcher. If another watcher holds the lock, this returns at
  ///     once.
  ///   - clock: the system's clock.
  /// - Throws: `HostsFileError` if the section can't be watched.
  public static func watch(
    _ file: HostsFile, lock: String, clock: WallClock = WallClock()
  ) throws(HostsFileError) {
    // A section that is written just before the lock is released has no other watcher.
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

  /// Returns true if a section may exist; a file that can't be read counts as one with a section.
  private static func hasSection(_ file: HostsFile) -> Bool {
    do throws(HostsFileError) { return try file.read().section != nil } catch {
      if case .missing = error { return false }
      return true
    }
  }

  /// Waits for the given time, or less if the directory of the file changes.
  private static func wait(_ seconds: Int, forChangesOf file: HostsFile) {
    let descriptor = inotify_init1(Int32(IN_CLOEXEC))
    defer { if descriptor >= 0 { close(descriptor) } }
    if descriptor >= 0 {
      inotify_add_watch(
        descriptor, FilePath.parent(of: file.path),
        UInt32(IN_MOVED_TO | IN_CLOSE_WRITE | IN_DELETE | IN_DELETE_SELF))
    }
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    _ = poll(&entry, 1, Int32(seconds) * 1000)
  }
}
