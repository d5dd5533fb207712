// SPDX-License-Identifier: MIT

import Foundation
import PracticeGoals
import PracticeTesting
import Testing

@testable import PracticeServices

@Suite("The calendar of the system")
struct LocalCalendarSystemTests {
  private let now = moment("2026-11-21T12:00:00Z")

  @Test(
    "has the changes that Foundation knows",
    arguments: [
      "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca",
      "Asia/Kathmandu", "UTC",
    ])
  func matchesFoundation(identifier: String) throws {
    let zone = try #require(TimeZone(identifier: identifier))
    let ours = LocalCalendar.of(identifier, around: now) { second in
      zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
    }
    let first = now.advanced(bySeconds: -366 * 86_400)
    let theirs = try LocalCalendar(
      zone, from: first, to: now.advanced(bySeconds: 3660 * 86_400))
    // Foundation also counts changes that keep the offset.
    var offset = theirs.offsetInSeconds
    let changes = theirs.transitions.filter { change in
      defer { offset = change.offsetInSeconds }
      return change.offsetInSeconds != offset
    }
    #expect(ours.offsetInSeconds == theirs.offsetInSeconds)
    #expect(ours.transitions == changes)
  }

  @Test("is that of UTC if an offset is a day or more")
  func impossible() {
    #expect(LocalCalendar.of("X24", around: now) { _ in -86_400 } == .utc)
  }
}
