// SPDX-License-Identifier: MIT

/// On which days a goal counts.
public enum GoalSchedule: Hashable, Codable, Sendable {
  /// On all of them.
  case everyDay
  /// On some days of the week.
  case weekdays(Weekdays)
  /// On one date alone: a goal for today, which switches itself off at the next local midnight.
  case only(LocalDay)

  /// Tells whether a goal with this schedule counts on `day`.
  ///
  /// - Parameter day: the date.
  /// - Returns: whether it counts.
  public func includes(_ day: LocalDay) -> Bool {
    switch self {
    case .everyDay: true
    case .weekdays(let days): days.contains(day.weekday)
    case .only(let date): date == day
    }
  }
}
