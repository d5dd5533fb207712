// SPDX-License-Identifier: MIT

import Glibc

/// The signals that end, stop or wake a program that listens, taken one by one instead of as they come.
///
/// They are blocked for this thread and all that are made later, and wait until somebody asks: so none
/// of them interrupts a write, and a device is released before the program ends.
struct SignalQueue {
  /// What a signal asks for.
  enum Request: Equatable {
    /// To end: Ctrl-C, a terminal that closed, a service manager.
    case end
    /// To stop until further notice: Ctrl-Z.
    case stop
    /// To look at what has changed: from another thread of ours.
    case look
    /// To draw anew: the terminal has another size.
    case resize
  }

  private static let ending: [Int32] = [SIGINT, SIGTERM, SIGHUP]
  private static let all = ending + [SIGTSTP, SIGCONT, SIGUSR1, SIGWINCH]

  private var set = sigset_t()

  /// Takes the signals over, from here on; before any thread is made that must not get them.
  init() {
    sigemptyset(&set)
    for number in Self.all { sigaddset(&set, number) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Waits for a signal.
  ///
  /// - Parameter milliseconds: how long.
  /// - Returns: what it asks for; `nil` if none came.
  func next(within milliseconds: Int) -> Request? {
    var set = set
    var time = timespec(tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
    switch sigtimedwait(&set, nil, &time) {
    case let number where Self.ending.contains(number): return .end
    case SIGTSTP: return .stop
    case SIGUSR1: return .look
    case SIGWINCH: return .resize
    default: return nil
    }
  }

  /// Wakes whoever waits in `next`; any thread may call it.
  static func wake() { kill(getpid(), SIGUSR1) }

  /// Stops the program as Ctrl-Z does; returns when it goes on.
  func stopProgram() { kill(getpid(), SIGSTOP) }
}
