// SPDX-License-Identifier: MIT

import Acoustics
import Testing

@testable import Tuning

@Suite("The updates of a string in a stroke")
struct StrokeTallyTests {
  /// Returns the updates of a string that has sounded with these readings before the mean begins.
  private func tally(_ readings: [StringReading]) -> StrokeTally {
    var tally = StrokeTally()
    for reading in readings {
      tally.choose(reading, isSteady: false)
      tally.count(.sounding, isLater: false)
    }
    return tally
  }

  @Test(
    "have the last reading whose sigma is at most twice the smallest",
    arguments: [
      ([(1, 0.5), (2, 1.0), (3, 1.01)], 2), ([(1, 0.5), (2, 1.0), (3, 0.1)], 3),
      ([(1, 0.1), (2, 0.5)], 1), ([(1, 0.0), (2, 0.1), (3, 0.0)], 3),
    ])
  func chosen(readings: [(cents: Double, sigma: Double)], expected: Double) {
    let tally = tally(readings.map { HeardReading.at($0.cents, sigma: $0.sigma) })
    #expect(tally.reading(of: readings.count, later: 0).deviation == Cents(expected))
  }

  @Test(
    "never have a reading without a usable sigma",
    arguments: [-0.1, .infinity, .nan])
  func unusable(sigma: Double) {
    let tally = tally([HeardReading.at(1), HeardReading.at(2, sigma: sigma)])
    #expect(tally.reading(of: 2, later: 0).deviation == Cents(1))
    let only = self.tally([HeardReading.at(2, sigma: sigma)])
    #expect(only.reading(of: 1, later: 0).state == .unclear)
  }

  @Test("give a sounding string if it sounds in a fifth of the updates that measured it")
  func leastShare() {
    var tally = tally([HeardReading.at(1)])
    for _ in 0..<5 { tally.countMeasurement() }
    #expect(tally.reading(of: 1, later: 0).state == .sounding)
    tally.countMeasurement()
    #expect(tally.reading(of: 1, later: 0).state == .unclear)
  }

  @Test("keep the chosen reading, but no count and no mean, at the onset of a later string")
  func beginning() {
    var tally = tally([HeardReading.at(1)])
    tally.choose(HeardReading.at(5), isSteady: true)
    #expect(tally.reading(of: 1, later: 0).deviation == Cents(5))
    tally.choose(HeardReading.at(9), isSteady: false)
    tally.beginCounts(after: 1, lasting: 0)
    tally.count(.silent, isLater: false)
    #expect(tally.reading(of: 1, later: 0).state == .unclear)
    tally.count(.sounding, isLater: false)
    #expect(tally.reading(of: 2, later: 0).deviation == Cents(9))
  }

  @Test("add up the times for which the string is heard before several onsets")
  func masked() {
    for (seconds, state) in [(0.15, StringReading.State.sounding), (0.14, .unclear)] {
      var tally = tally([HeardReading.at(1)])
      tally.beginCounts(after: 1, lasting: seconds)
      tally.choose(HeardReading.at(2), isSteady: false)
      tally.count(.sounding, isLater: false)
      tally.beginCounts(after: 1, lasting: seconds)
      tally.count(.silent, isLater: false)
      let reading = tally.reading(of: 1, later: 0)
      #expect(reading.state == state)
      #expect(reading.deviation == (state == .sounding ? Cents(2) : nil))
    }
  }
}
