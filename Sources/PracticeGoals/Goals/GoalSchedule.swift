// SPDX-License-Identifier: MIT

/// The days on which a goal applies.
public enum GoalSchedule: Hashable, Codable, Sendable {
  /// Every day.
  case everyDay
  /// Some days of the week.
  case weekdays(Weekdays)
  /// One date only; the goal is disabled at the next local midnight.
  case only(LocalDay)

  /// Returns whether a goal with this schedule applies on `day`.
  ///
  /// - Parameter day: the date.
  /// - Returns: whether it applies.
  public func includes(_ day: LocalDay) -> Bool {
    switch self {
    case .everyDay: true
    case .weekdays(let days): days.contains(day.weekday)
    case .only(let date): date == day
    }
  }
}
