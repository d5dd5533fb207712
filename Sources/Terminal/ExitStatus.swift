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
  /// A signal stopped the command between two pieces of its work; it can go on later.
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

/// An error in what a person asked a program for: a value, a name, a combination.
///
/// The description is a sentence that ends in the remedy. A program prints it, names the help of
/// the command, and ends with ``ExitStatus/usage``.
package protocol UsageError: Error, CustomStringConvertible {}
