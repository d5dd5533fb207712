// SPDX-License-Identifier: MIT

internal import Foundation

/// A child process in the same process group, so that Ctrl-C reaches both.
///
/// Foundation's `Process` puts a child into its own process group, which a terminal's interrupt
/// does not reach. It also waits through a network socket, which blocks forever without a network.
struct ChildProcess: ~Copyable {
  /// The parameters of a start.
  struct Launch {
    /// The absolute path of the executable.
    var path: String
    /// The arguments, beginning with the name.
    var arguments: [String]
    /// The complete environment.
    var environment: [String: String]
    /// The descriptors that become its standard input, output and error.
    var streams: (input: Int32, output: Int32, error: Int32)
  }

  /// A lock that is held while a program starts and while a pipe is made.
  ///
  /// Another program that inherits a pipe's writing end would keep the reader waiting.
  static let starting = NSLock()

  private static let signalStatus: Int32 = 128

  private let identifier: pid_t
  private var status: Int32?

  /// Starts a program with default signal handling.
  ///
  /// - Throws: `DatasetError.fileFailed` with the system's errno.
  init(_ launch: Launch) throws(DatasetError) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, launch.streams.input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, launch.streams.output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, launch.streams.error, STDERR_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let arguments = launch.arguments.map { strdup($0) }
    let variables = launch.environment.map { strdup("\($0.key)=\($0.value)") }
    defer { for text in arguments + variables { free(text) } }
    var identifier = pid_t()
    let code = Self.starting.withLock {
      posix_spawn(
        &identifier, launch.path, &actions, &attributes, arguments + [nil], variables + [nil])
    }
    guard code == 0 else { throw .fileFailed(path: launch.path, code: code) }
    self.identifier = identifier
  }

  deinit {
    guard status == nil else { return }
    kill(identifier, SIGKILL)
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
  }

  /// Waits for the end and returns the exit status, or 128 and the signal's number.
  mutating func wait() -> Int32 {
    var raw: Int32 = 0
    while waitpid(identifier, &raw, 0) < 0, errno == EINTR {}
    let signal = raw & 0x7F
    let status = signal == 0 ? raw >> 8 & 0xFF : Self.signalStatus + signal
    self.status = status
    return status
  }
}
