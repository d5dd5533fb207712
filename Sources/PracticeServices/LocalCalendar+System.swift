// SPDX-License-Identifier: MIT

import Foundation
import Glibc
public import PracticeGoals

extension LocalCalendar {
  /// The time for which the changes of a zone are looked up in advance, in seconds: about ten
  /// years.
  private static let horizon: Int64 = 10 * 366 * 86_400
  /// The time before the present for which they are looked up, in seconds.
  private static let past: Int64 = 366 * 86_400
  /// The distance of the moments that are compared, in seconds.
  ///
  /// It is shorter than the time between two changes; those of Morocco lie five weeks apart.
  private static let step: Int64 = 7 * 86_400

  /// Returns the calendar of this process's time zone, for the year before a moment and ten years
  /// after it.
  ///
  /// The C library reads the zone, because Foundation takes rules and paths in `TZ` for UTC.
  ///
  /// - Parameter now: the present moment.
  /// - Returns: the calendar; that of UTC if the zone can't be expressed as a table of offsets.
  public static func ofSystem(around now: WallTime) -> LocalCalendar {
    // Reads TZ and /etc/localtime again, which may have changed since the last call.
    tzset()
    let name = ProcessInfo.processInfo.environment["TZ"] ?? TimeZone.current.identifier
    return of(name, around: now) { second in
      var time = time_t(second)
      var parts = tm()
      return localtime_r(&time, &parts) == nil ? 0 : parts.tm_gmtoff
    }
  }

  /// Returns the calendar of a zone, for the year before a moment and ten years after it.
  ///
  /// - Parameters:
  ///   - identifier: the name of the zone.
  ///   - now: the present moment.
  ///   - offset: returns the offset from UTC in seconds at a number of seconds since 1970.
  /// - Returns: the calendar; that of UTC if an offset is a day or more.
  static func of(
    _ identifier: String, around now: WallTime, offset: (_ second: Int64) -> Int
  ) -> LocalCalendar {
    let moment = now.milliseconds / 1000
    let last = moment + horizon
    var second = moment - past
    var present = offset(second)
    let first = present
    var transitions: [Transition] = []
    while second < last {
      let next = min(second + step, last)
      guard offset(next) != present else {
        second = next
        continue
      }
      // Halves the stretch of time in which the offset changes.
      var later = next
      while later - second > 1 {
        let middle = second + (later - second) / 2
        if offset(middle) == present { second = middle } else { later = middle }
      }
      second = later
      present = offset(second)
      transitions.append(
        Transition(at: WallTime(seconds: second), offsetInSeconds: present))
    }
    let calendar = try? LocalCalendar(
      identifier: identifier, offsetInSeconds: first, transitions: transitions)
    return calendar ?? .utc
  }
}
