// SPDX-License-Identifier: MIT

internal import Foundation

/// Holds back the signals that end a process, until everything has been cleared away.
///
/// A signal that arrives in the meantime shows in `isPending` and does its work when the value goes:
/// the process ends by it then, as its parent expects. Only the thread that made the value holds
/// back, and a signal that the process ignores, as under `nohup`, stays ignored.
struct Interruption: ~Copyable {
  private var previous = sigset_t()

  /// Starts to hold back.
  init() {
    var held = Self.set(of: Self.signals)
    pthread_sigmask(SIG_BLOCK, &held, &previous)
  }

  deinit {
    var previous = previous
    // One who started this process may have left the signals held back for good.
    for signal in Self.pending { sigdelset(&previous, signal) }
    pthread_sigmask(SIG_SETMASK, &previous, nil)
  }

  /// Lets through what was held back.
  consuming func end() {}

  /// Whether a signal of this kind waits to be let through.
  static var isPending: Bool { !pending.isEmpty }

  private static var pending: [Int32] {
    var pending = sigset_t()
    sigpending(&pending)
    return signals.filter { sigismember(&pending, $0) == 1 }
  }

  /// The signals that end a process by the keyboard, by request and with its terminal.
  private static var signals: [Int32] {
    [SIGINT, SIGTERM, SIGHUP].filter { signal in
      var action = sigaction()
      sigaction(signal, nil, &action)
      return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) != ignored
    }
  }

  // SIG_IGN of <signal.h>, an address that is none, which Swift functions can't be compared with.
  private static let ignored = 1

  private static func set(of signals: [Int32]) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    return set
  }
}
