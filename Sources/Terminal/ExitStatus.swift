// SPDX-License-Identifier: MIT

/// The outcomes of a command other than success.
package enum ExitStatus: Error, Hashable, Sendable {
  /// The command ran, and its answer is negative.
  case answerIsNo
  /// The usage or the input is invalid; a message was printed.
  case usage
  /// A device is missing, busy or refused; a message was printed.
  case deviceUnavailable
  /// A signal ended the command.
  case interrupted
  /// A signal stopped the command between two parts of its work; it can be resumed later.
  case stopped
  /// The reader of the output has closed the pipe.
  case closedPipe

  /// The status of success.
  package static let done: Int32 = 0

  /// The exit status of the process.
  package var code: Int32 {
    switch self {
    case .answerIsNo: 1
    case .usage: 2
    case .deviceUnavailable: 3
    case .interrupted: 130
    case .stopped: 75  // EX_TEMPFAIL of <sysexits.h>
    case .closedPipe: Self.done
    }
  }
}

/// An error in the input of a user: a value, a name, or a combination.
///
/// The description is a sentence that ends in the remedy. A program prints it, refers to the help
/// of the command, and exits with ``ExitStatus/usage``.
package protocol UsageError: Error, CustomStringConvertible {}
