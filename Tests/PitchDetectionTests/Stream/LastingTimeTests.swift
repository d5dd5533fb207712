// SPDX-License-Identifier: MIT

import Testing

@testable import PitchDetection

@Suite("LastingTime")
struct LastingTimeTests {
  private static let update = 0.005

  /// Returns the time after readings of `cents` relative to a pitch, one each update.
  private func lasting(_ cents: [Double], about frequency: Double = 82.41) -> Double {
    var time = LastingTime()
    for distance in cents {
      time.add(frequency * (1 + distance * 5.778e-4), after: Self.update)
    }
    return time.seconds
  }

  @Test("counts readings that scatter by 20 cents about one pitch")
  func countsScatter() {
    let readings = (0..<101).map { $0.isMultiple(of: 2) ? -10.0 : 10.0 }
    #expect(abs(lasting(readings) - 0.5) < 1e-9)
  }

  @Test(
    "allows 2 Hz about the mean, at most 40 cents",
    arguments: [(41.2, 35.0, true), (41.2, 45, false), (164.8, 15, true), (164.8, 25, false)])
  func limitsTheScatter(frequency: Double, cents: Double, isCounted: Bool) {
    let steady = Array(repeating: 0.0, count: 101)
    #expect((lasting(steady + [cents], about: frequency) > 0.5) == isCounted)
  }

  @Test("reports the scatter of the readings as a share of their mean")
  func measuresScatter() {
    var time = LastingTime()
    for index in 0..<1000 {
      time.add(82.41 * (1 + (index.isMultiple(of: 2) ? 0.01 : -0.01)), after: Self.update)
    }
    #expect(abs(time.scatter - 0.01) < 0.0005)
  }

  @Test("does not count a pitch that runs away")
  func rejectsRunningPitch() {
    let readings = (0..<101).map { 20.0 * Double($0) }
    #expect(lasting(readings) < 0.05)
  }

  @Test("counts nothing at a reading that disagrees, and most of the time at the next that agrees")
  func survivesOneOutlier() {
    let steady = Array(repeating: 0.0, count: 101)
    #expect(lasting(steady + [200]) == 0)
    let after = lasting(steady + [200, 0])
    #expect(after > 0.3)
    #expect(after < 0.5)
  }

  @Test("counts nothing at a line of mains hum", arguments: [50.0, 60, 100, 120, 49, 122])
  func rejectsHum(frequency: Double) {
    #expect(lasting(Array(repeating: 0, count: 101), about: frequency) == 0)
  }
}
