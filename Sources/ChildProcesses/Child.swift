// SPDX-License-Identifier: MIT

import CLinux
package import Glibc

/// A child process.
///
/// A value that goes out of scope before `wait()` kills its process. The child inherits only the
/// three descriptors that it is given, and has the default action for every signal.
package struct Child: ~Copyable {
  /// The way in which a program ended.
  package enum Ending: Hashable, Sendable {
    /// The program exited with this status.
    case exited(Int32)
    /// This signal ended the program.
    case signalled(Int32)

    /// The exit status, or 128 plus the number of the signal, as in shells.
    package var status: Int32 {
      switch self {
      case .exited(let status): status
      case .signalled(let signal): 128 + signal
      }
    }
  }

  /// The process ID.
  package let identifier: pid_t
  private let separation: Launch.Separation
  private var ending: Ending?
  private var isDetached = false

  /// Starts a program.
  ///
  /// - Throws: `ChildError.startFailed`.
  package init(_ launch: Launch) throws(ChildError) {
    separation = launch.separation
    let texts = launch.arguments + launch.environment.map { Array(($0.key + $0.value).utf8) }
    guard !launch.path.isEmpty, !texts.contains(where: { $0.contains(0) })
    else { throw .startFailed(program: launch.path, code: EINVAL) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, given) in [
      (STDIN_FILENO, launch.input), (STDOUT_FILENO, launch.output),
      (STDERR_FILENO, launch.errorOutput),
    ] {
      if let given {
        posix_spawn_file_actions_adddup2(&actions, given, number)
      } else {
        posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
      }
    }
    // Descriptors that were opened without O_CLOEXEC are not inherited.
    headstock_spawn_close_from(&actions, STDERR_FILENO + 1)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    Self.describe(launch.separation, &attributes)
    let arguments = launch.arguments.map { strdup(($0 + [0]).map { CChar(bitPattern: $0) }) }
    let variables = launch.environment.sorted { $0.key < $1.key }
      .map { strdup("\($0.key)=\($0.value)") }
    defer { for text in arguments + variables { free(text) } }
    var identifier = pid_t()
    let code = posix_spawn(
      &identifier, launch.path, &actions, &attributes, arguments + [nil], variables + [nil])
    guard code == 0 else { throw .startFailed(program: launch.path, code: code) }
    self.identifier = identifier
  }

  deinit {
    guard ending == nil, !isDetached else { return }
    Self.end(identifier, separation)
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
  }

  private static func describe(
    _ separation: Launch.Separation, _ attributes: inout posix_spawnattr_t
  ) {
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var flags = Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
    switch separation {
    case .none: break
    case .group: flags |= Int16(POSIX_SPAWN_SETPGROUP)
    // POSIX_SPAWN_SETSID of <spawn.h>, which is declared only for _GNU_SOURCE.
    case .session: flags |= 0x80
    }
    posix_spawnattr_setflags(&attributes, flags)
  }

  // MARK: - The end

  /// Waits for the end.
  ///
  /// - Returns: the way in which the program ended; `nil` when its status was lost.
  package mutating func wait() -> Ending? {
    if let ending { return ending }
    var raw: Int32 = 0
    while waitpid(identifier, &raw, 0) < 0 {
      if errno == EINTR { continue }
      isDetached = true
      return nil
    }
    let signal = raw & 0x7F
    ending = signal == 0 ? .exited(raw >> 8 & 0xFF) : .signalled(signal)
    return ending
  }

  /// Waits for the end; after a limit of time, kills the program as `end()` does.
  ///
  /// - Parameter seconds: the limit of time.
  /// - Returns: the way in which the program ended; `nil` when it was killed.
  package mutating func wait(atMost seconds: Double) -> Ending? {
    let process = headstock_process(identifier)
    defer { if process >= 0 { close(process) } }
    let deadline = ContinuousClock.now + .seconds(seconds)
    var entry = pollfd(fd: process, events: Int16(POLLIN), revents: 0)
    while true {
      let rest = ContinuousClock.now.milliseconds(to: deadline)
      let count = poll(&entry, 1, rest)
      if count > 0 { return wait() }
      if count == 0, rest == 0 { break }
      if count < 0, errno != EINTR { break }
    }
    end()
    _ = wait()
    return nil
  }

  /// Leaves the child running: it continues when this process ends.
  package consuming func detach() { isDetached = true }

  /// Kills the child, together with its process group or session if it has one of its own.
  package func end() { Self.end(identifier, separation) }

  private static func end(_ identifier: pid_t, _ separation: Launch.Separation) {
    switch separation {
    case .none: kill(identifier, SIGKILL)
    case .group, .session: kill(-identifier, SIGKILL)
    }
  }
}

extension ContinuousClock.Instant {
  /// Returns the milliseconds until a later moment, rounded up; 0 when it has passed.
  func milliseconds(to later: ContinuousClock.Instant) -> Int32 {
    let rest = self.duration(to: later)
    guard rest > .zero else { return 0 }
    let milliseconds = rest / .milliseconds(1)
    return milliseconds >= 86_400_000 ? 86_400_000 : Int32(milliseconds.rounded(.up))
  }
}

/// The reason why a program was not run.
package enum ChildError: Error, Hashable, Sendable {
  /// The program can't be started; `code` is the system's errno.
  case startFailed(program: String, code: Int32)
  /// The pipes to the program can't be made; `code` is the system's errno.
  case pipeFailed(code: Int32)
}

extension ChildError {
  /// The system's errno.
  package var code: Int32 {
    switch self {
    case .startFailed(_, let code), .pipeFailed(let code): code
    }
  }
}

extension ChildError: CustomStringConvertible {
  /// One sentence for a person, with the remedy at its end.
  package var description: String {
    switch self {
    case .startFailed(let program, let code):
      "\(program): can't be started (\(String(cString: strerror(code)))). Install it, or name another"
    case .pipeFailed(let code):
      "there is no pipe left (\(String(cString: strerror(code)))). End other programs and try again"
    }
  }
}
