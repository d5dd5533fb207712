// SPDX-License-Identifier: MIT

import PracticeGoals
import PracticeTesting
import Testing

@Suite("The day of practice")
struct PracticeDayTests {
  private let noon = moment("2026-11-21T12:00:00+01:00")

  private func berlin() -> PracticeDay { PracticeDay(at: noon, calendar: .berlin) }

  @Test("runs from local midnight to local midnight")
  func ends() {
    let day = berlin()
    #expect(day.day == date("2026-11-21"))
    #expect(day.start == moment("2026-11-21T00:00:00+01:00"))
    #expect(day.end == moment("2026-11-22T00:00:00+01:00"))
    #expect(day.successor(at: day.end.advanced(byMilliseconds: -1), calendar: .berlin) == nil)
    #expect(day.successor(at: day.end, calendar: .berlin)?.day == date("2026-11-22"))
  }

  @Test("after days of sleep is the present day")
  func afterSuspension() {
    let woken = moment("2027-02-28T09:00:00+01:00")
    #expect(
      berlin().successor(at: woken, calendar: .berlin)
        == PracticeDay(at: woken, calendar: .berlin))
  }

  @Test(
    "keeps its ends when the zone changes, and the next day lasts until the new zone's midnight")
  func journeys() throws {
    let day = berlin()
    for zone in [LocalCalendar.hours(-5), .hours(9), .hours(14), .hours(-12)] {
      #expect(day.successor(at: noon, calendar: zone) == nil)
      let next = try #require(day.successor(at: day.end, calendar: zone))
      #expect(next.day == date("2026-11-22"), "\(zone.identifier)")
      #expect(next.start <= day.end)
      #expect(next.end == zone.start(of: date("2026-11-23")))
    }
    // In New York it is 18:00 on the 21st: the 22nd begins early rather than the 21st again.
    let newYork = try #require(day.successor(at: day.end, calendar: .hours(-5)))
    #expect(newYork.start == day.end)
    #expect(newYork.end == moment("2026-11-23T00:00:00-05:00"))
  }

  @Test("stays when the clock is set back by a day, and is replaced two days before its start")
  func setBack() {
    let day = berlin()
    #expect(day.successor(at: noon.advanced(bySeconds: -86_400), calendar: .berlin) == nil)
    let limit = day.start.advanced(bySeconds: -2 * 86_400)
    #expect(day.successor(at: limit, calendar: .berlin) == nil)
    let beyond = limit.advanced(byMilliseconds: -1)
    #expect(day.successor(at: beyond, calendar: .berlin)?.day == date("2026-11-18"))
  }

  @Test("counts practice from the date of a clock that was set back, except on spent dates")
  func counted() {
    let day = berlin()
    #expect(day.counted(at: noon) == day && day.counted(at: day.start) == day)
    let back = day.counted(at: noon.advanced(bySeconds: -86_400))
    #expect(back.start == moment("2026-11-20T00:00:00+01:00"))
    #expect((back.day, back.end) == (day.day, day.end))
    let twoDays = noon.advanced(bySeconds: -2 * 86_400)
    #expect(day.counted(at: twoDays).start == moment("2026-11-19T00:00:00+01:00"))
    let spent = { (date: LocalDay) in date == PracticeTesting.date("2026-11-19") }
    #expect(day.counted(at: twoDays, without: spent).start == back.start)
    #expect(day.counted(at: twoDays) { _ in true } == day)
  }

  @Test("ends an exit at the next midnight, also under a clock that was set back")
  func endOfExit() {
    #expect(berlin().endOfExit(at: noon) == berlin().end)
    #expect(berlin().endOfExit(at: noon.advanced(bySeconds: -86_400)) == berlin().start)
  }

  @Test("is replaced when a clock that was a year ahead is corrected")
  func yearAhead() throws {
    let ahead = try #require(
      berlin().successor(at: moment("2027-11-21T12:00:00+01:00"), calendar: .berlin))
    #expect(ahead.day == date("2027-11-21"))
    #expect(ahead.successor(at: noon, calendar: .berlin) == berlin())
  }

  @Test("exists for the first and the last supported time")
  func extremes() {
    for time in [WallTime(milliseconds: .min), WallTime(milliseconds: .max)] {
      for zone in [LocalCalendar.berlin, .hours(14), .hours(-12)] {
        let day = PracticeDay(at: time, calendar: zone)
        #expect(day.start <= day.end)
        _ = day.successor(at: WallTime(milliseconds: .max), calendar: zone)
      }
    }
  }
}
