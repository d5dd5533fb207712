// SPDX-License-Identifier: MIT

import Synchronization
import Terminal

/// The reason why a live session can't start or continue, for a person, and the program's exit
/// status.
struct LiveFailure: Error {
  let message: String
  let status: ExitStatus

  /// Prints the message on standard error, and returns the exit status.
  func reported() -> ExitStatus {
    StandardError.write("tuner: \(printable(message))\n")
    return status
  }
}

/// The outcome of a live session, which its threads pass to the main thread.
final class LiveOutcome: Sendable {
  private let failed = Mutex<LiveFailure?>(nil)
  private let warning = Mutex<String?>(nil)
  private let over = Atomic<Bool>(false)

  /// The last failure; `nil` for none.
  var failure: LiveFailure? { failed.withLock { $0 } }

  /// True when the session is over or its output is closed.
  var isOver: Bool { over.load(ordering: .acquiring) }

  /// Stores a failure.
  func fail(_ message: String, _ status: ExitStatus) {
    failed.withLock { $0 = LiveFailure(message: message, status: status) }
  }

  /// Stores the warning about the source, for the end of the session; `nil` for none.
  func warn(_ message: String?) { warning.withLock { $0 = message } }

  /// Returns the last warning, once; `nil` for none.
  func takeWarning() -> String? { warning.withLock { $0.take() } }

  /// Notifies the main thread that the session has ended.
  func end() {
    over.store(true, ordering: .releasing)
    SignalQueue.wake()
  }
}
