// SPDX-License-Identifier: MIT

public import Foundation
import Glibc
public import PracticeGoals

/// A source of the present moment.
public protocol PracticeClock: Sendable {
  /// The present moment by the wall clock.
  var now: WallTime { get }
  /// Milliseconds of a clock that cannot be set and that counts suspension; `nil` if there is none.
  var uptimeInMilliseconds: Int64? { get }
}

extension PracticeClock {
  /// `nil`: there is only a wall clock.
  public var uptimeInMilliseconds: Int64? { nil }
}

/// The system's wall clock.
///
/// Only the outermost loop of a program reads it.
public struct SystemClock: PracticeClock {
  /// Makes the clock.
  public init() {}

  /// The present moment.
  public var now: WallTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return WallTime(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// Seconds of a clock that cannot be set and that counts suspension.
  public var steadySeconds: Int { Int(Self.boot.tv_sec) }

  /// Milliseconds of a clock that cannot be set and that counts suspension.
  public var uptimeInMilliseconds: Int64? {
    let time = Self.boot
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  private static var boot: timespec {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return time
  }
}

extension LocalCalendar {
  /// The time for which the changes of a zone are looked up in advance, in seconds: about ten
  /// years.
  private static let horizon: TimeInterval = 10 * 366 * 86_400

  /// Returns the calendar of a time zone, for the year before a moment and ten years after it.
  ///
  /// - Parameters:
  ///   - zone: the time zone, from the system's data.
  ///   - now: the present moment.
  /// - Returns: the calendar; that of UTC if the zone's data can't be expressed as a table of
  ///   offsets.
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
