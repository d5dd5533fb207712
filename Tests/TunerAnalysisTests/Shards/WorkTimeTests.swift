// SPDX-License-Identifier: MIT

import Testing

@testable import TunerAnalysis

@Suite("The time of a worker")
struct WorkTimeTests {
  private let start = ContinuousClock.now

  @Test("is the sum of all turns")
  func turns() {
    var time = WorkTime(from: start)
    for turn in 1...50 { time.count(until: start + .milliseconds(100 * turn)) }
    #expect(time.total == .seconds(5))
  }

  @Test("counts a suspension of the job or of the computer as one turn")
  func suspension() {
    var time = WorkTime(from: start)
    time.count(until: start + .milliseconds(100))
    time.count(until: start + .seconds(3600))
    time.count(until: start + .seconds(3600) + .milliseconds(100))
    #expect(time.total == WorkTime.longestTurn + .milliseconds(200))
  }
}
