// SPDX-License-Identifier: MIT

/// How a command ends when it isn't simply done.
enum ExitStatus: Error, Equatable {
  /// It ran, and the answer is no.
  case answerIsNo
  /// Wrong usage, or input that can't be used; what was wrong has been said.
  case usage
  /// Nobody reads the output any more.
  case closedPipe

  /// The status of a command that is simply done.
  static let done: Int32 = 0

  var code: Int32 {
    switch self {
    case .answerIsNo: 1
    case .usage: 2
    case .closedPipe: Self.done
    }
  }
}
