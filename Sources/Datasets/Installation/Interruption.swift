// SPDX-License-Identifier: MIT

internal import Foundation

/// Holds back the signals that end a process, until everything has been cleared away.
///
/// A signal that arrives in the meantime shows in `isPending` and does its work when the value goes:
/// the process ends by it then, as its parent expects. Only the thread that made the value holds
/// back.
struct Interruption: ~Copyable {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]
  private var previous = sigset_t()

  /// Starts to hold back.
  init() {
    var held = sigset_t()
    sigemptyset(&held)
    for signal in Self.signals { sigaddset(&held, signal) }
    pthread_sigmask(SIG_BLOCK, &held, &previous)
  }

  deinit {
    var previous = previous
    pthread_sigmask(SIG_SETMASK, &previous, nil)
  }

  /// Lets through what was held back.
  consuming func end() {}

  /// Whether a signal of this kind waits to be let through.
  static var isPending: Bool {
    var pending = sigset_t()
    sigpending(&pending)
    return signals.contains { sigismember(&pending, $0) == 1 }
  }
}
