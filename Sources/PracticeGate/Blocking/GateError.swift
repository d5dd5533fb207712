// SPDX-License-Identifier: MIT

/// The errors of the gate's settings.
public enum GateError: Error, Equatable, Sendable {
  /// The length of a workout or an unlock is below a minute or above a day.
  case minutesOutOfRange(required: ClosedRange<Int>, actual: Int)
  /// The grace period is negative or longer than an hour.
  case graceOutOfRange(required: ClosedRange<Int>, actual: Int)
}

extension GateError: CustomStringConvertible {
  /// One sentence for a person.
  public var description: String {
    switch self {
    case .minutesOutOfRange(let required, let actual):
      "\(actual) minutes are refused. Choose from \(required.lowerBound) to \(required.upperBound)."
    case .graceOutOfRange(let required, let actual):
      "A grace of \(actual) s is refused. Choose from \(required.lowerBound) to "
        + "\(required.upperBound)."
    }
  }
}
