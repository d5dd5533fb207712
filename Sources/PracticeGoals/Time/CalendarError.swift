// SPDX-License-Identifier: MIT

/// The errors of a calendar.
public enum CalendarError: Error, Equatable, Sendable {
  /// An offset from UTC is a day or more, in seconds.
  case offsetOutOfRange(required: ClosedRange<Int>, actual: Int)
  /// The start of the day is outside its range of minutes.
  case dayStartOutOfRange(required: ClosedRange<Int>, actual: Int)
  /// A change of the offset is not later than the one before.
  case transitionsOutOfOrder(at: WallTime)
}

extension CalendarError: CustomStringConvertible {
  /// One sentence for a person.
  public var description: String {
    switch self {
    case .offsetOutOfRange(let required, let actual):
      "An offset of \(actual) s from UTC is outside \(required.lowerBound) to "
        + "\(required.upperBound). Reinstall the time-zone data."
    case .dayStartOutOfRange(let required, let actual):
      "A day can't begin at minute \(actual). Choose from \(required.lowerBound), which is midnight, to "
        + "\(required.upperBound)."
    case .transitionsOutOfOrder(let time):
      "The offset change \(time.milliseconds) ms after 1970 is not later than the one before it. "
        + "Sort the changes by time."
    }
  }
}
