// SPDX-License-Identifier: MIT

// The arithmetic of local dates.
//
// Local time is t + offset(t). It is continuous within a segment of constant offset. Between
// segments it jumps, either forward over times that do not exist, or back to times that occur
// twice.
extension LocalCalendar {
  /// An interval with a constant offset; `end` is nil for the last one.
  private struct Segment {
    var start: WallTime?
    var end: WallTime?
    var offsetInMilliseconds: Int64
  }

  /// Returns the offset from UTC at `time`.
  ///
  /// - Parameter time: any moment.
  /// - Returns: the offset in seconds, positive east of Greenwich.
  /// - Complexity: O(log n), n = transitions.
  public func offsetInSeconds(at time: WallTime) -> Int {
    let passed = transitionsPassed(by: time)
    return passed == 0 ? offsetInSeconds : transitions[passed - 1].offsetInSeconds
  }

  /// Returns the date at `time`.
  ///
  /// Dates never decrease: when midnight occurs twice, the second one counts.
  ///
  /// - Parameter time: any moment.
  /// - Returns: the latest date whose `start(of:)` is not after `time`.
  /// - Complexity: O(log n), n = transitions, as long as zones change less than daily.
  public func day(of time: WallTime) -> LocalDay {
    let shown = LocalDay(
      daysSinceEpoch: Int(
        Self.floor(
          localMilliseconds(at: time) - dayStartInMilliseconds, by: Self.millisecondsPerDay)))
    return start(of: shown) <= time ? shown : shown.previous
  }

  /// Returns the minute of the day that the local clock shows at `time`.
  ///
  /// - Parameter time: any moment.
  /// - Returns: 0 to 1439.
  /// - Complexity: O(log n), n = transitions.
  public func minuteOfDay(at time: WallTime) -> Int {
    let local = localMilliseconds(at: time)
    let days = Self.floor(local, by: Self.millisecondsPerDay)
    return Int((local - days * Self.millisecondsPerDay) / 60_000)
  }

  /// Returns the first moment of `day`: the minute at which days begin, by default midnight.
  ///
  /// If that time is skipped, the day begins at the jump; if it occurs twice, at the second
  /// occurrence.
  ///
  /// - Parameter day: any date.
  /// - Returns: the moment from which the local clock permanently shows `day` or later.
  /// - Complexity: O(log n), n = transitions, as long as zones change less than daily.
  public func start(of day: LocalDay) -> WallTime {
    let midnight = Int64(day.daysSinceEpoch) * Self.millisecondsPerDay + dayStartInMilliseconds
    // Whatever the offset, local midnight has passed a day after midnight UTC.
    var index = transitionsPassed(
      by: WallTime(milliseconds: midnight + Self.millisecondsPerDay))
    while true {
      let segment = segment(index)
      let passed = WallTime(milliseconds: midnight - segment.offsetInMilliseconds)
      guard let start = segment.start, passed <= start else {
        return segment.end.map { min($0, passed) } ?? passed
      }
      index -= 1
    }
  }

  /// Returns the first moment of `day` at which the local clock has reached `minute`.
  ///
  /// A minute before the start of the day lies in the night in which the day ends. A skipped minute
  /// is reached at the jump; of two occurrences, the first counts.
  ///
  /// - Parameters:
  ///   - minute: the minute of the day, 0 to 1439.
  ///   - day: any date.
  /// - Returns: the moment, never before the day starts.
  /// - Complexity: O(log n), n = transitions, as long as zones change less than daily.
  public func time(ofMinute minute: Int, on day: LocalDay) -> WallTime {
    let minutes = minute < dayStartsAtMinute ? minute + 1440 : minute
    let wanted = Int64(day.daysSinceEpoch) * Self.millisecondsPerDay + Int64(minutes) * 60_000
    let start = start(of: day)
    // Whatever the offset, the local clock has not reached the minute a day before UTC does.
    let first = transitionsPassed(by: WallTime(milliseconds: wanted - Self.millisecondsPerDay))
    for index in first...transitions.count {
      let segment = segment(index)
      let reached = max(
        WallTime(milliseconds: wanted - segment.offsetInMilliseconds),
        max(segment.start ?? start, start))
      guard let end = segment.end, reached >= end else { return reached }
    }
    return start
  }

  private static let millisecondsPerDay: Int64 = 86_400_000

  private var dayStartInMilliseconds: Int64 { Int64(dayStartsAtMinute) * 60_000 }

  /// Returns the number of changes that are not later than `time`, by bisection.
  private func transitionsPassed(by time: WallTime) -> Int {
    var low = 0
    var high = transitions.count
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func segment(_ index: Int) -> Segment {
    Segment(
      start: index > 0 ? transitions[index - 1].time : nil,
      end: index < transitions.count ? transitions[index].time : nil,
      offsetInMilliseconds: 1000
        * Int64(index > 0 ? transitions[index - 1].offsetInSeconds : offsetInSeconds))
  }

  private func localMilliseconds(at time: WallTime) -> Int64 {
    time.milliseconds + 1000 * Int64(offsetInSeconds(at: time))
  }

  /// Returns the quotient, rounded down.
  private static func floor(_ number: Int64, by divisor: Int64) -> Int64 {
    let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
