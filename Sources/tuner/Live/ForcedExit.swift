// SPDX-License-Identifier: MIT

import Dispatch
import Glibc
import Terminal

/// The end of a program that a device or a terminal keeps waiting.
enum ForcedExit {
  /// The time that a program has to end by itself, in seconds.
  private static let delay = 1.0

  /// Ends the program after a second, if it has not ended by then.
  ///
  /// A device that doesn't answer, or a reader that neither reads nor closes the output, could
  /// otherwise keep the program for ever.
  ///
  /// - Parameter code: the exit status of the process.
  static func schedule(_ code: Int32) {
    DispatchQueue.global().asyncAfter(deadline: .now() + delay) {
      TerminalMode.leaveWithoutWaiting()
      _exit(code)
    }
  }
}
