// SPDX-License-Identifier: MIT

import Foundation
import PracticeGoals
import PracticeTesting
import Testing

@Suite("Wall time")
struct WallTimeTests {
  @Test("a time outside the years 1 to 9999 becomes the nearer end, without overflow")
  func saturates() {
    let first = WallTime(milliseconds: .min)
    let last = WallTime(milliseconds: .max)
    #expect(first == moment("0001-01-01T00:00:00Z"))
    #expect(last.milliseconds + 1 == moment("9999-12-31T23:59:59Z").milliseconds + 1000)
    #expect(WallTime(seconds: .min) == first && WallTime(seconds: .max) == last)
    #expect(first.advanced(byMilliseconds: .min) == first)
    #expect(last.advanced(byMilliseconds: .max) == last)
    #expect(first.advanced(bySeconds: .max) == last)
    #expect(last.advanced(bySeconds: .min) == first)
    #expect(last.milliseconds(since: first) > 0)
  }

  @Test("a countdown rounds up and never goes below 0")
  func countsDown() {
    let end = WallTime(seconds: 100)
    let rows: [(Int64, Int)] = [
      (100_001, 0), (100_000, 0), (99_999, 1), (99_001, 1), (99_000, 1), (98_999, 2), (0, 100),
    ]
    for (now, seconds) in rows {
      #expect(end.secondsRemaining(at: WallTime(milliseconds: now)) == seconds, "at \(now) ms")
    }
  }

  @Test("a stored moment outside the range is corrupt data")
  func refusesCorruptData() throws {
    let time = moment("2026-11-21T07:30:00Z")
    let data = try JSONEncoder().encode([time])
    #expect(String(decoding: data, as: UTF8.self) == "[1795246200000]")
    #expect(try JSONDecoder().decode([WallTime].self, from: data) == [time])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([WallTime].self, from: Data("[253402300800000]".utf8))
    }
  }
}
