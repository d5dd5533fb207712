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
    case .closedPipe: Self.done
    }
  }
}
