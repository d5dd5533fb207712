// SPDX-License-Identifier: MIT

import Acoustics
import Testing

@testable import PitchDetection

@Suite("The times of measurements between updates")
struct StrumMeasurementTimesTests {
  /// Returns the times after an update, in samples, if another comes after `hop` samples.
  private func times(rate: Int, hop: Int) -> [Int] {
    var times = StrumMeasurementTimes(SampleRate(rate))
    _ = times.advance(by: hop)
    times.update()
    return passed(by: &times, in: hop)
  }

  private func passed(by times: inout StrumMeasurementTimes, in hop: Int) -> [Int] {
    var (position, found): (Int, [Int]) = (0, [])
    while position < hop {
      let count = min(times.missing ?? hop, hop - position, 7)
      position += count
      if times.advance(by: count) { found.append(position) }
    }
    return found
  }

  @Test(
    "divide the time between two updates into parts of about a sixtieth of a second",
    arguments: [
      (48_000, 2400, [800, 1600]), (44_100, 2205, [735, 1470]), (22_050, 1103, [368, 736]),
      (48_000, 1600, [800]), (48_000, 960, []), (48_000, 801, []), (48_000, 240, []),
      (48_000, 4800, [800, 1600, 2400, 3200, 4000]),
    ])
  func parts(rate: Int, hop: Int, expected: [Int]) {
    #expect(times(rate: rate, hop: hop) == expected)
  }

  @Test("none comes before the first update, and none after the parts without an update")
  func late() {
    var times = StrumMeasurementTimes(SampleRate(48_000))
    #expect(times.missing == nil)
    _ = times.advance(by: 2400)
    times.update()
    #expect(passed(by: &times, in: 100_000) == [800, 1600])
    times.reset()
    #expect(times.missing == nil)
  }
}
