// SPDX-License-Identifier: MIT

public import Foundation
public import PracticeGoals

extension LocalCalendar {
  /// Central European time from 2020 to 2035, by the rule of Directive 2000/84/EC: an hour more
  /// from 01:00 UTC on the last Sunday of March to 01:00 UTC on the last Sunday of October.
  public static let berlin = {
    var transitions: [Transition] = []
    for year in 2020...2035 {
      for (month, offset) in [(3, 7200), (10, 3600)] {
        var sunday = date("\(year)-\(month == 3 ? "03" : "10")-31")
        while sunday.weekday != .sunday { sunday = sunday.previous }
        let hour = WallTime(seconds: Int64(sunday.daysSinceEpoch) * 86_400 + 3600)
        transitions.append(Transition(at: hour, offsetInSeconds: offset))
      }
    }
    return zone("Europe/Berlin", 3600, transitions)
  }()

  /// A zone without changes, so many hours east of Greenwich.
  public static func hours(_ hours: Int) -> LocalCalendar { zone("UTC\(hours)", hours * 3600, []) }

  /// The transitions of a zone between two moments, from Foundation.
  public init(_ timeZone: TimeZone, from start: WallTime, to end: WallTime) throws {
    let moment = { (time: WallTime) in
      Date(timeIntervalSince1970: Double(time.milliseconds) / 1000)
    }
    var transitions: [Transition] = []
    var next = timeZone.nextDaylightSavingTimeTransition(after: moment(start))
    while let date = next, date < moment(end) {
      let time = WallTime(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
      transitions.append(
        Transition(at: time, offsetInSeconds: timeZone.secondsFromGMT(for: date)))
      next = timeZone.nextDaylightSavingTimeTransition(after: date)
    }
    try self.init(
      identifier: timeZone.identifier,
      offsetInSeconds: timeZone.secondsFromGMT(for: moment(start)), transitions: transitions)
  }

  /// Central European time, with days from four in the morning on.
  public static let berlinFromFour = zone(
    "Europe/Berlin", berlin.offsetInSeconds, berlin.transitions, dayStartsAtMinute: 240)

  /// The same zone with days from midnight on.
  public var beginningDaysAtMidnight: LocalCalendar {
    Self.zone(identifier, offsetInSeconds, transitions)
  }

  private static func zone(
    _ identifier: String, _ offset: Int, _ transitions: [Transition], dayStartsAtMinute: Int = 0
  ) -> LocalCalendar {
    do {
      return try LocalCalendar(
        identifier: identifier, offsetInSeconds: offset, transitions: transitions,
        dayStartsAtMinute: dayStartsAtMinute)
    } catch {
      preconditionFailure("\(error)")
    }
  }
}
