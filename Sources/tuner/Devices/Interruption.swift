// SPDX-License-Identifier: MIT

import Synchronization
import Terminal

/// The interruption of a command that uses a device: Ctrl-C, a closed terminal, a service manager.
///
/// A separate thread reads the signals, because the device may not answer the main thread.
final class Interruption: Sendable {
  private let happened = Atomic<Bool>(false)

  /// True after a signal that ends the program.
  var hasHappened: Bool { happened.load(ordering: .acquiring) }

  /// Blocks the signals that end a program, and starts the thread; call it before opening a device.
  ///
  /// After a signal the program has a second to end by itself.
  init() {
    SignalQueue(only: SignalQueue.ending).follow { [self] _ in
      happened.store(true, ordering: .releasing)
      ForcedExit.schedule(ExitStatus.interrupted.code)
    }
  }
}
