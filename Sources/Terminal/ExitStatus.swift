// SPDX-License-Identifier: MIT

/// How a command ends when it isn't simply done.
public enum ExitStatus: Error, Hashable, Sendable {
  /// It ran, and the answer is no.
  case answerIsNo
  /// Wrong usage, or input that can't be used; what was wrong has been said.
  case usage
  /// A device is missing, busy or refused; what was wrong has been said.
  case deviceUnavailable
  /// A signal asked for the end.
  case interrupted
  /// Nobody reads the output any more.
  case closedPipe

  /// The status of a command that is simply done.
  public static let done: Int32 = 0

  /// The number that the process ends with.
  public var code: Int32 {
    switch self {
    case .answerIsNo: 1
    case .usage: 2
    case .deviceUnavailable: 3
    case .interrupted: 130
    case .closedPipe: Self.done
    }
  }
}
