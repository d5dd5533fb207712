// SPDX-License-Identifier: MIT

import Foundation
import PracticeGoals
import PracticeTesting
import Testing

@Suite("A calendar in a time zone")
struct LocalCalendarTests {
  /// Zones that change at midnight, by half an hour, by a day, often, or never.
  static let zones = [
    "Europe/Berlin", "America/New_York", "America/Havana", "America/Sao_Paulo", "Asia/Beirut",
    "Australia/Lord_Howe", "Pacific/Apia", "Pacific/Kiritimati", "Africa/Casablanca",
    "Asia/Kathmandu", "America/Asuncion", "Atlantic/Azores", "UTC",
  ]

  @Test("starts every day from 2005 to 2030 at the same time as Foundation", arguments: zones)
  func matchesFoundation(identifier: String) throws {
    let zone = try #require(TimeZone(identifier: identifier))
    let ours = try LocalCalendar(
      zone, from: moment("2004-01-01T00:00:00Z"), to: moment("2031-06-01T00:00:00Z"))
    var theirs = Calendar(identifier: .gregorian)
    theirs.timeZone = zone
    for days in date("2005-01-01").daysSinceEpoch...date("2030-12-31").daysSinceEpoch {
      let day = LocalDay(daysSinceEpoch: days)
      let start = ours.start(of: day)
      guard start < ours.start(of: day.next) else { continue }  // A date that the zone skipped.
      let moments = [start, start.advanced(bySeconds: 3 * 3600 + 17)]
      for time in moments {
        let moment = Date(timeIntervalSince1970: Double(time.milliseconds) / 1000)
        let parts = theirs.dateComponents([.year, .month, .day, .hour, .minute], from: moment)
        let theirDay = LocalDay(
          year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0)
        guard ours.day(of: time) == day, theirDay == day,
          ours.minuteOfDay(at: time) == (parts.hour ?? 0) * 60 + (parts.minute ?? 0),
          ours.offsetInSeconds(at: time) == zone.secondsFromGMT(for: moment)
        else {
          Issue.record("\(identifier): \(moment) is \(parts), not \(ours.day(of: time))")
          return
        }
      }
      let before = Date(timeIntervalSince1970: Double(start.milliseconds) / 1000 - 1)
      guard let last = theirs.dateComponents([.day], from: before).day,
        last == ours.day(of: start.advanced(bySeconds: -1)).parts.day, last != day.parts.day
      else {
        Issue.record("\(identifier): \(day) does not start at \(start.milliseconds)")
        return
      }
    }
  }

  /// Directive 2000/84/EC: the clock is put forward on 29 March 2026 and back on 25 October 2026.
  @Test("days with a clock change have 23 and 25 hours")
  func changes() {
    let hours = { (text: String) in
      let day = date(text)
      return LocalCalendar.berlin.start(of: day.next)
        .milliseconds(since: LocalCalendar.berlin.start(of: day)) / 3_600_000
    }
    #expect(hours("2026-03-28") == 24)
    #expect(hours("2026-03-29") == 23)
    #expect(hours("2026-10-25") == 25)
    #expect(LocalCalendar.berlin.start(of: date("2026-03-29")) == moment("2026-03-28T23:00:00Z"))
    #expect(LocalCalendar.berlin.start(of: date("2026-03-30")) == moment("2026-03-29T22:00:00Z"))
  }

  @Test("a skipped time is reached at the clock change, and a repeated one the first time")
  func timesOfDay() {
    let berlin = LocalCalendar.berlin
    #expect(
      berlin.time(ofMinute: 150, on: date("2026-03-29")) == moment("2026-03-29T01:00:00Z"))
    #expect(
      berlin.time(ofMinute: 150, on: date("2026-10-25")) == moment("2026-10-25T00:30:00Z"))
    #expect(
      berlin.time(ofMinute: 0, on: date("2026-10-25")) == moment("2026-10-24T22:00:00Z"))
    #expect(
      berlin.time(ofMinute: 1439, on: date("2026-10-25")) == moment("2026-10-25T22:59:00Z"))
  }

  /// As in Newfoundland until 2011: the clock is put back soon after midnight, here at 00:30, so
  /// the last half-hour of the day before comes twice, and midnight with it.
  @Test("a midnight that occurs twice begins the day the second time")
  func repeatedMidnight() throws {
    let change = moment("2026-10-31T21:30:00Z")  // 00:30 local becomes 23:30.
    let calendar = try LocalCalendar(
      identifier: "made-up", offsetInSeconds: 3 * 3600,
      transitions: [.init(at: change, offsetInSeconds: 2 * 3600)])
    #expect(calendar.start(of: date("2026-11-01")) == moment("2026-10-31T22:00:00Z"))
    for minute in [0, 15, 29, 30, 45, 59] {
      let time = moment("2026-10-31T21:00:00Z").advanced(bySeconds: minute * 60)
      #expect(calendar.day(of: time) == date("2026-10-31"), "21:\(minute) UTC")
    }
    #expect(calendar.day(of: moment("2026-10-31T22:00:00Z")) == date("2026-11-01"))
  }

  /// Samoa crossed the date line: after 29 December 2011 came the 31st.
  @Test("a date that a time zone skipped has length 0")
  func skippedDate() throws {
    let change = moment("2011-12-30T10:00:00Z")
    let samoa = try LocalCalendar(
      identifier: "Pacific/Apia", offsetInSeconds: -10 * 3600,
      transitions: [.init(at: change, offsetInSeconds: 14 * 3600)])
    #expect(samoa.start(of: date("2011-12-30")) == change)
    #expect(samoa.start(of: date("2011-12-31")) == change)
    #expect(samoa.day(of: change) == date("2011-12-31"))
    #expect(samoa.day(of: change.advanced(bySeconds: -1)) == date("2011-12-29"))
  }

  @Test("offsets of a day and changes out of order are refused, and are corrupt data in a file")
  func refuses() throws {
    #expect(
      throws: CalendarError.offsetOutOfRange(required: -86_399...86_399, actual: 86_400)
    ) { try LocalCalendar(identifier: "x", offsetInSeconds: 86_400) }
    let late = moment("2026-01-01T00:00:00Z")
    #expect(throws: CalendarError.transitionsOutOfOrder(at: late)) {
      try LocalCalendar(
        identifier: "x", offsetInSeconds: 0,
        transitions: [.init(at: late, offsetInSeconds: 0), .init(at: late, offsetInSeconds: 60)])
    }
    let data = try JSONEncoder().encode(LocalCalendar.berlin)
    #expect(try JSONDecoder().decode(LocalCalendar.self, from: data) == .berlin)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(
        LocalCalendar.self,
        from: Data("{\"identifier\":\"x\",\"offsetInSeconds\":99999,\"transitions\":[]}".utf8))
    }
  }
}
