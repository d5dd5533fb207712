// SPDX-License-Identifier: MIT

/// What can be wrong with the gate's settings.
public enum GateError: Error, Equatable, Sendable {
  /// A workout or an unlock of no length, or longer than a day.
  case minutesOutOfRange(required: ClosedRange<Int>, actual: Int)
  /// A grace that is negative, or longer than an hour.
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
