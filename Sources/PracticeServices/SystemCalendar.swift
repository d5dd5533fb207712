// SPDX-License-Identifier: MIT

public import Foundation
public import PracticeGoals

extension LocalCalendar {
  /// How far ahead the changes of a zone are looked up, in seconds: about ten years.
  private static let horizon: TimeInterval = 10 * 366 * 86_400

  /// Returns the calendar of a time zone, for the year before a moment and ten years after it.
  ///
  /// - Parameters:
  ///   - zone: the zone, as the system's data has it.
  ///   - now: the moment.
  /// - Returns: the calendar; UTC if the data is no table of offsets.
  public static func of(_ zone: TimeZone, around now: WallTime) -> LocalCalendar {
    let moment = Date(timeIntervalSince1970: Double(now.milliseconds) / 1000)
    let first = moment.addingTimeInterval(-366 * 86_400)
    var transitions: [Transition] = []
    var offset = zone.secondsFromGMT(for: first)
    var date = zone.nextDaylightSavingTimeTransition(after: first)
    while let next = date, next < moment.addingTimeInterval(horizon) {
      let later = zone.secondsFromGMT(for: next)
      if later != offset {
        let milliseconds = Int64((next.timeIntervalSince1970 * 1000).rounded())
        transitions.append(
          Transition(at: WallTime(milliseconds: milliseconds), offsetInSeconds: later))
        offset = later
      }
      date = zone.nextDaylightSavingTimeTransition(after: next)
    }
    let calendar = try? LocalCalendar(
      identifier: zone.identifier, offsetInSeconds: zone.secondsFromGMT(for: first),
      transitions: transitions)
    return calendar ?? .utc
  }
}
