// SPDX-License-Identifier: MIT

/// The day that counts at the moment: its date, where it starts and ends, and the zone it is lived in.
///
/// It keeps its ends once it is open. A change of zone counts from the next day on, so that no
/// journey, and no setting of one, shortens a day's duties or gives a day twice.
public struct PracticeDay: Hashable, Codable, Sendable {
  /// The date.
  public let day: LocalDay
  /// The first moment.
  public let start: WallTime
  /// The first moment that is no longer of the day: the next local midnight.
  public let end: WallTime
  /// The zone in which the times of this day are told.
  public let calendar: LocalCalendar

  /// How far a clock may be set back behind the start of the open day before the day is given up,
  /// in seconds: two days.
  ///
  /// Farther back, the clock was wrong before, not now.
  public static let patienceInSeconds: Int64 = 2 * 86_400

  /// Opens the day of a moment.
  ///
  /// - Parameters:
  ///   - now: the moment.
  ///   - calendar: the zone to live it in.
  ///   - previous: the day that ended; the new date is later than its date, even when the zone has
  ///     changed to one where that date is not over.
  public init(at now: WallTime, calendar: LocalCalendar, after previous: PracticeDay? = nil) {
    let day = calendar.day(of: now)
    if let previous, previous.end <= now {
      let next = previous.day.next
      self.day = max(day, next)
      // Not a moment of two days, and none between a day and the next.
      start = day <= next ? previous.end : max(previous.end, calendar.start(of: day))
    } else {
      self.day = day
      start = calendar.start(of: day)
    }
    end = calendar.start(of: self.day.next)
    self.calendar = calendar
  }

  /// Returns the day that is to follow this one, if its time has come.
  ///
  /// - Parameters:
  ///   - now: the moment.
  ///   - calendar: the zone to live the next day in.
  /// - Returns: `nil` while this day lasts, which it does too under a clock that was set back by
  ///   no more than `patienceInSeconds`.
  public func successor(at now: WallTime, calendar: LocalCalendar) -> PracticeDay? {
    if now >= end { return PracticeDay(at: now, calendar: calendar, after: self) }
    if start.milliseconds(since: now) > 1000 * Self.patienceInSeconds {
      return PracticeDay(at: now, calendar: calendar)
    }
    return nil
  }
}
