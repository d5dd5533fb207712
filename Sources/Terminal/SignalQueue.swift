// SPDX-License-Identifier: MIT

import Foundation
import Synchronization

/// The signals that end, stop or wake a program, read from a queue instead of by handlers.
///
/// The signals are blocked in this thread and in all later threads. So none interrupts a write, and
/// a program releases its devices before it ends.
package struct SignalQueue: Sendable {
  /// The request that a signal stands for.
  package enum Request: Hashable, Sendable {
    /// The end of the program: Ctrl-C, a closed terminal, a service manager.
    case end
    /// A stop until further notice: Ctrl-Z.
    case stop
    /// A wake-up from another thread of the program.
    case look
    /// A new size of the terminal.
    case resize
  }

  /// The signals that end a program.
  package static let ending: [Int32] = [SIGINT, SIGTERM, SIGHUP]
  /// True from a request to stop until the program stops or is continued.
  private static let isStopWanted = Atomic<Bool>(false)
  private static let all = ending + [SIGTSTP, SIGCONT, SIGUSR1, SIGWINCH]

  private var set = sigset_t()

  /// Blocks the signals; call it before making threads.
  package init() {
    sigemptyset(&set)
    for number in Self.all { sigaddset(&set, number) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Blocks some of the ending signals only; call it before making threads.
  ///
  /// - Parameter numbers: signals that end a program.
  package init(only numbers: [Int32]) {
    sigemptyset(&set)
    for number in numbers { sigaddset(&set, number) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Starts a thread that reads the queue; no other thread may read it then.
  ///
  /// - Parameter take: called with each request on that thread, for the life of the program.
  package func follow(_ take: @escaping @Sendable (Request) -> Void) {
    Thread.detachNewThread {
      while true {
        if let request = next(within: 3_600_000) { take(request) }
      }
    }
  }

  /// Waits for a signal that ends the program.
  ///
  /// - Parameter milliseconds: the longest wait.
  /// - Returns: the number of the signal; `nil` if none came.
  package func nextEnding(within milliseconds: Int) -> Int32? {
    var set = set
    var time = timespec(tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
    let number = sigtimedwait(&set, nil, &time)
    return Self.ending.contains(number) ? number : nil
  }

  /// Waits for a signal.
  ///
  /// - Parameter milliseconds: the longest wait.
  /// - Returns: the request; `nil` if no signal came.
  package func next(within milliseconds: Int) -> Request? {
    var set = set
    var time = timespec(tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
    switch sigtimedwait(&set, nil, &time) {
    case let number where Self.ending.contains(number): return .end
    case SIGTSTP:
      Self.isStopWanted.store(true, ordering: .releasing)
      return .stop
    case SIGCONT:
      Self.isStopWanted.store(false, ordering: .releasing)
      return nil
    case SIGUSR1: return .look
    case SIGWINCH: return .resize
    default: return nil
    }
  }

  /// Lets the signals of the queue end the program at once, with ``ExitStatus/stopped``.
  ///
  /// A signal that is pending ends it here. Nothing is cleaned up, so call this when only messages
  /// are left.
  ///
  /// - Parameter seconds: the time after which the program ends in any case; `nil` for no limit.
  package func endAtOnce(after seconds: UInt32?) {
    var set = set
    sigaddset(&set, SIGALRM)
    for number in Self.ending + [SIGALRM] where sigismember(&set, number) == 1 {
      // A handler may call only functions that are safe at any moment, such as _exit(2).
      signal(number) { _ in _exit(ExitStatus.stopped.code) }
    }
    if let seconds { alarm(seconds) }
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  /// Wakes the thread that waits in ``next(within:)``, from any thread.
  package static func wake() { kill(getpid(), SIGUSR1) }

  /// Stops the program as Ctrl-Z does, and returns when it continues.
  ///
  /// It does nothing if the program was continued after the request: SIGSTOP would delete that
  /// signal, and no other may follow.
  package static func stopProgram() {
    guard isStopWanted.exchange(false, ordering: .acquiringAndReleasing) else { return }
    var pending = sigset_t()
    // The thread that reads the queue may not have read the newest signal yet.
    guard sigpending(&pending) == 0, sigismember(&pending, SIGCONT) != 1 else { return }
    kill(getpid(), SIGSTOP)
  }
}
