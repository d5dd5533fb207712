// SPDX-License-Identifier: MIT

/// What can be wrong with a table of time-zone offsets.
public enum CalendarError: Error, Equatable, Sendable {
  /// An offset from UTC of a day or more, in seconds.
  case offsetOutOfRange(required: ClosedRange<Int>, actual: Int)
  /// A change of the offset that is not later than the one before it.
  case transitionsOutOfOrder(at: WallTime)
}

extension CalendarError: CustomStringConvertible {
  /// One sentence for a person.
  public var description: String {
    switch self {
    case .offsetOutOfRange(let required, let actual):
      "An offset of \(actual) s from UTC is outside \(required.lowerBound) to "
        + "\(required.upperBound). Reinstall the time-zone data."
    case .transitionsOutOfOrder(let time):
      "The offset change \(time.milliseconds) ms after 1970 is not later than the one before it. "
        + "Sort the changes by time."
    }
  }
}
