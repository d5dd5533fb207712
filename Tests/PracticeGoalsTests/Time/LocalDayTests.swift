// SPDX-License-Identifier: MIT

import Foundation
import PracticeGoals
import PracticeTesting
import Testing

@Suite("A date")
struct LocalDayTests {
  private func gregorian() throws -> Calendar {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    return calendar
  }

  @Test("has the year, month, day and weekday of Foundation's ISO calendar, 1899 to 2101")
  func matchesFoundation() throws {
    let calendar = try gregorian()
    for days in date("1899-12-01").daysSinceEpoch...date("2101-03-01").daysSinceEpoch {
      let parts = calendar.dateComponents(
        [.year, .month, .day, .weekday], from: Date(timeIntervalSince1970: Double(days) * 86_400))
      let day = LocalDay(daysSinceEpoch: days)
      let (year, month, number) = day.parts
      guard year == parts.year, month == parts.month, number == parts.day,
        // Foundation counts from Sunday 1, ISO 8601 from Monday 1.
        parts.weekday == day.weekday.rawValue % 7 + 1,
        LocalDay(year: year, month: month, day: number) == day, LocalDay(day.description) == day
      else {
        Issue.record("\(days) days after 1970 is \(parts), not \(day)")
        return
      }
    }
  }

  /// Leap years by the rule of the Gregorian reform: every fourth, without the centuries that 400
  /// does not divide.
  @Test(
    "29 February is a date only in leap years",
    arguments: [
      (2024, true), (2028, true), (2000, true), (2026, false), (1900, false), (2100, false),
    ])
  func leapDays(year: Int, isLeap: Bool) {
    #expect((LocalDay(year: year, month: 2, day: 29) != nil) == isLeap)
    #expect(date("\(year)-03-01").previous.parts.day == (isLeap ? 29 : 28))
  }

  @Test("the calendar covers the years 1 to 9999, and a step beyond stays at its end")
  func ends() {
    let first = LocalDay(daysSinceEpoch: .min)
    let last = LocalDay(daysSinceEpoch: .max)
    #expect(first.description == "0001-01-01" && first.previous == first)
    #expect(last.description == "9999-12-31" && last.next == last)
    #expect(first < last)
  }

  @Test(
    "an invalid date is refused",
    arguments: [
      "", "2026", "2026-11", "2026-11-21-01", "2026-13-01", "2026-00-10", "2026-04-31",
      "2026-11-00",
      "26-11-21", "+026-11-21", "2026-1-021", "２０２６-11-21", "2026-11-2１", "0000-01-01",
      " 2026-11-21",
    ])
  func refuses(text: String) {
    #expect(LocalDay(text) == nil)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([LocalDay].self, from: JSONEncoder().encode([text]))
    }
  }

  @Test("a date is stored as ISO 8601 writes it")
  func stored() throws {
    let data = try JSONEncoder().encode([date("2026-11-21")])
    #expect(String(decoding: data, as: UTF8.self) == "[\"2026-11-21\"]")
    #expect(try JSONDecoder().decode([LocalDay].self, from: data) == [date("2026-11-21")])
  }
}
