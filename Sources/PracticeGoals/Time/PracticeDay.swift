// SPDX-License-Identifier: MIT

/// The open day: its date, its start and end, and its time zone.
///
/// An open day keeps its ends. A change of the time zone applies from the next day on, so that
/// neither travel nor a changed setting shortens or repeats a day.
public struct PracticeDay: Hashable, Codable, Sendable {
  /// The date.
  public let day: LocalDay
  /// The first moment.
  public let start: WallTime
  /// The first moment after the day: the next local midnight.
  public let end: WallTime
  /// The calendar of this day's times.
  public let calendar: LocalCalendar

  /// The longest time by which a clock may be set back before the start of the open day, in
  /// seconds: two days.
  ///
  /// If it is set back further, the earlier setting was wrong, and the day is abandoned.
  public static let clockSetbackLimitInSeconds: Int64 = 2 * 86_400

  /// Opens the day at a time.
  ///
  /// - Parameters:
  ///   - now: the time.
  ///   - calendar: the calendar of the day.
  ///   - previous: the day that ended. The new date is later than its date, even if the zone
  ///     changed to one in which that date has not ended.
  public init(at now: WallTime, calendar: LocalCalendar, after previous: PracticeDay? = nil) {
    let day = calendar.day(of: now)
    if let previous, previous.end <= now {
      let next = previous.day.next
      self.day = max(day, next)
      // Consecutive days neither overlap nor leave a gap.
      start = day <= next ? previous.end : max(previous.end, calendar.start(of: day))
    } else {
      self.day = day
      start = calendar.start(of: day)
    }
    end = calendar.start(of: self.day.next)
    self.calendar = calendar
  }

  private init(_ day: LocalDay, from start: WallTime, to end: WallTime, calendar: LocalCalendar) {
    self.day = day
    self.start = start
    self.end = end
    self.calendar = calendar
  }

  /// Returns this day with the start from which practice counts for it.
  ///
  /// A clock that was set back keeps the open day, but what is played then has a time before its
  /// start. It counts from the start of the clock's date on. A date that opened the gate ends this,
  /// because its practice counts only once.
  ///
  /// - Parameters:
  ///   - now: the time.
  ///   - isSpent: returns true for a date whose practice does not count again.
  /// - Returns: the same day from its start on, or from an earlier one if `now` is before it.
  public func counted(
    at now: WallTime, without isSpent: (LocalDay) -> Bool = { _ in false }
  ) -> PracticeDay {
    var first = day
    var earliest = start
    while now < earliest, first.previous < first, !isSpent(first.previous) {
      first = first.previous
      earliest = min(earliest, calendar.start(of: first))
    }
    return PracticeDay(day, from: earliest, to: end, calendar: calendar)
  }

  /// Returns the end of an emergency exit of this day: the next local midnight.
  ///
  /// - Parameter now: the time; before this day's start if the clock was set back.
  /// - Returns: the end of this day, or that of the clock's date if it comes earlier.
  public func endOfExit(at now: WallTime) -> WallTime {
    now < start ? min(end, calendar.start(of: calendar.day(of: now).next)) : end
  }

  /// Returns the next day when it is due.
  ///
  /// - Parameters:
  ///   - now: the time.
  ///   - calendar: the calendar of the next day.
  /// - Returns: `nil` during this day, also under a clock that was set back by at most
  ///   `clockSetbackLimitInSeconds`.
  public func successor(at now: WallTime, calendar: LocalCalendar) -> PracticeDay? {
    if now >= end { return PracticeDay(at: now, calendar: calendar, after: self) }
    if start.milliseconds(since: now) > 1000 * Self.clockSetbackLimitInSeconds {
      return PracticeDay(at: now, calendar: calendar)
    }
    return nil
  }
}
