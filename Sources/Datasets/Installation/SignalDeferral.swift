// SPDX-License-Identifier: MIT

internal import Foundation

/// A deferral of the signals that end a process, until temporary files are removed.
///
/// A signal that arrives meanwhile sets `isPending` and takes effect when the value ends: the
/// process then ends by it, as its parent expects. Only the thread that made the value defers
/// signals. A signal that the process ignores, as under `nohup`, stays ignored.
struct SignalDeferral: ~Copyable {
  private var previous = sigset_t()

  /// Begins the deferral.
  init() {
    var held = Self.set(of: Self.signals)
    pthread_sigmask(SIG_BLOCK, &held, &previous)
  }

  deinit {
    var previous = previous
    // The parent process may have left these signals blocked.
    for signal in Self.pending { sigdelset(&previous, signal) }
    pthread_sigmask(SIG_SETMASK, &previous, nil)
  }

  /// Releases the deferred signals.
  consuming func end() {}

  /// True while a deferred signal is pending.
  static var isPending: Bool { !pending.isEmpty }

  private static var pending: [Int32] {
    var pending = sigset_t()
    sigpending(&pending)
    return signals.filter { sigismember(&pending, $0) == 1 }
  }

  /// The signals that end a process: from the keyboard, on request, and from a closed terminal.
  private static var signals: [Int32] {
    [SIGINT, SIGTERM, SIGHUP].filter { signal in
      var action = sigaction()
      sigaction(signal, nil, &action)
      return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) != ignored
    }
  }

  // SIG_IGN of <signal.h>, an invalid address that Swift functions can't be compared with.
  private static let ignored = 1

  private static func set(of signals: [Int32]) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    return set
  }
}
