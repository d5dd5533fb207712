// SPDX-License-Identifier: MIT

import CLinux
import Glibc

/// Starts programs with lists of arguments and never by a shell.
enum Spawning {
  // POSIX_SPAWN_SETPGROUP and POSIX_SPAWN_SETSID of <spawn.h>.
  private static let ownGroup: Int16 = 0x02
  private static let ownSession: Int16 = 0x80

  /// What a program is started apart from.
  enum Separation {
    /// The group of processes, so that all it starts can be ended with it.
    case group
    /// The session, so that it lives on when this one ends.
    case session
  }

  /// Starts a program, with nothing to read and nobody to read it.
  ///
  /// - Parameters:
  ///   - arguments: the program's path, or its name to look up in `PATH`, and its arguments.
  ///   - environment: its variables, all of them.
  ///   - separation: what it is started apart from.
  /// - Returns: its identifier, or the errno.
  static func start(
    _ arguments: [String], environment: [String: String], separation: Separation
  ) -> (identifier: pid_t, code: Int32) {
    guard let program = arguments.first, !program.isEmpty,
      !arguments.contains(where: { $0.utf8.contains(0) })
    else { return (0, EINVAL) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    // Whatever was opened without O_CLOEXEC stays here.
    headstock_spawn_close_from(&actions, STDERR_FILENO + 1)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, separation == .group ? ownGroup : ownSession)
    let texts = arguments.map { strdup($0) }
    let variables = environment.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") }
    defer { (texts + variables).forEach { free($0) } }
    var identifier: pid_t = 0
    let code = posix_spawnp(
      &identifier, program, &actions, &attributes, texts + [nil], variables + [nil])
    return (identifier, code)
  }

  /// Waits for the end of a program; `nil` when it can't be waited for.
  static func wait(for identifier: pid_t) -> Int32? {
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0 {
      if errno != EINTR { return nil }
    }
    return status
  }
}
