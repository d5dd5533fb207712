// SPDX-License-Identifier: MIT

import Acoustics
import Testing
import Tuning

@Suite("The readings of one stroke")
struct StrokeReadingsTests {
  /// Returns a result of four strings, of which the last three have equal readings.
  ///
  /// `time` and the newest `onset` are in milliseconds after the first update.
  private func result(
    at time: Int, onset: Int = 0, _ first: StringReading, _ others: StringReading
  ) -> StrumResult {
    StrumResult(
      timestamp: SamplePosition(Int64(time) * 48), sampleRate: SampleRate(48_000),
      onsets: SamplePosition(0)...SamplePosition(Int64(onset) * 48),
      readings: StringReadings([first, others, others, others]))
  }

  /// Returns the reading of a string after 20 updates a second, while the other strings sound.
  ///
  /// `last` is the time of the last update and `onsets` are those of later strings, in milliseconds
  /// after the first update. `string` gives the reading of the string in an update.
  private func reading(
    until last: Int, onsets: [Int] = [], _ string: (Int) -> StringReading
  ) -> StringReading {
    var stroke = StrokeReadings(stringCount: 4)
    for time in stride(from: 0, through: last, by: 50) {
      let onset = onsets.last { $0 <= time } ?? 0
      stroke.append(result(at: time, onset: onset, string(time), HeardReading.at(2)))
    }
    return stroke.reading(ofString: 0)
  }

  /// Returns the time of the update that settles a stroke of strings that sound until a time.
  private func settledTime(until end: Int, onset: (Int) -> Int = { _ in 0 }) -> Int? {
    var stroke = StrokeReadings(stringCount: 4)
    return stride(from: 0, through: 6000, by: 50).first { time in
      let heard = time <= end ? HeardReading.at(2) : HeardReading.silent
      stroke.append(result(at: time, onset: onset(time), heard, heard))
      return stroke.isSettled
    }
  }

  @Test(
    "a string sounds that sounds in half of the 25 early updates",
    arguments: [
      (13, HeardReading.silent, StringReading.State.sounding),
      (12, HeardReading.silent, .silent), (12, HeardReading.unclear, .unclear),
    ])
  func early(count: Int, other: StringReading, expected: StringReading.State) {
    let reading = reading(until: 1200) { $0 < 50 * count ? HeardReading.at(1) : other }
    #expect(reading.state == expected)
  }

  @Test(
    "a string that sounds in less than a fifth of the updates that measured it is unclear",
    arguments: [(5, StringReading.State.sounding), (4, .unclear)])
  func measured(count: Int, expected: StringReading.State) {
    // It sounds in all answered updates; the others measured only this string.
    var stroke = StrokeReadings(stringCount: 4)
    for update in 0..<25 {
      let isSounding = update < count
      stroke.append(
        result(
          at: 50 * update, isSounding ? HeardReading.at(1) : HeardReading.doubtful(at: 1),
          isSounding ? HeardReading.at(2) : HeardReading.unclear))
    }
    #expect(stroke.reading(ofString: 0).state == expected)
    #expect(stroke.reading(ofString: 1).state == .sounding)
  }

  @Test(
    "a string sounds that sounds in half of the later updates, if they last half a second",
    arguments: [
      (1750, 100, 50, StringReading.State.sounding), (1700, 50, 0, .unclear),
      (1750, 100, 0, .unclear),
    ])
  func later(last: Int, period: Int, phase: Int, expected: StringReading.State) {
    // Of the updates from 1250 to 1750 ms, six are odd multiples of 50 ms and five are even ones.
    let reading = reading(until: last) { time in
      time > 1200 && time % period == phase ? HeardReading.at(1) : HeardReading.unclear
    }
    #expect(reading.state == expected)
  }

  @Test(
    "a doubtful string that is silent in nearly all later updates, for half a second, is unclear",
    arguments: [
      (1750, 0, 0.9, StringReading.State.unclear), (1750, 1, 0.9, .unclear),
      (1750, 2, 0.9, .sounding), (1700, 0, 0.9, .sounding), (1750, 0, 0.98, .sounding),
    ])
  func denied(last: Int, laterCount: Int, confidence: Double, expected: StringReading.State) {
    // It sounds in the 25 early updates, and in the first of the 11 later ones.
    let reading = reading(until: last) { time in
      time < 1250 + 50 * laterCount
        ? HeardReading.at(1, confidence: confidence) : HeardReading.silent
    }
    #expect(reading.state == expected)
  }

  @Test("no update after 4 s counts")
  func end() {
    let late = reading(until: 9000) { $0 > 4000 ? HeardReading.at(1) : HeardReading.unclear }
    #expect(late.state == .unclear)
    let moved = reading(until: 9000) { HeardReading.at($0 > 4000 ? 1 : 3) }
    #expect(abs((moved.deviation?.value ?? 0) - 3) < 1e-9)
  }

  @Test("the reading of a string is the mean from 0.9 s on, without the glide of the pluck")
  func steady() {
    let reading = reading(until: 2000) { HeardReading.at($0 < 900 ? 30 : 10) }
    #expect(abs((reading.deviation?.value ?? 0) - 10) < 1e-9)
  }

  @Test(
    "a disturbance from 0.8 s on moves no reading that was certain before",
    arguments: [(0.01, 0.21, -12.0), (0.01, 0.19, -15), (0.3, 3.1, -12), (0.3, 2.9, -15)])
  func disturbed(before: Double, during: Double, expected: Double) {
    let reading = reading(until: 1300) {
      $0 < 800 ? HeardReading.at(-12, sigma: before) : HeardReading.at(-15, sigma: during)
    }
    #expect(abs((reading.deviation?.value ?? 0) - expected) < 1e-9)
  }

  @Test(
    "two certain readings do not keep others out of the mean",
    arguments: [(2, -15.0), (3, -12)])
  func certain(count: Int, expected: Double) {
    let reading = reading(until: 1300) { time in
      time < 50 * count ? HeardReading.at(-12, sigma: 0.01) : HeardReading.at(-15, sigma: 3)
    }
    #expect(abs((reading.deviation?.value ?? 0) - expected) < 1e-9)
  }

  @Test("a later string is not silent in the updates before its onset")
  func laterString() {
    let string = { (time: Int) in time < 750 ? HeardReading.silent : HeardReading.at(1) }
    #expect(reading(until: 1200, string).state == .silent)
    #expect(reading(until: 1200, onsets: [700], string).state == .sounding)
  }

  @Test("an onset does not begin the readings of a settled stroke again")
  func settledOnset() {
    let string = { (time: Int) in time < 2050 ? HeardReading.silent : HeardReading.at(1) }
    #expect(reading(until: 2450, onsets: [2000], string).state == .silent)
  }

  @Test(
    "a string that later strings mask keeps its reading if it was heard for 0.3 s before",
    arguments: [([300], StringReading.State.sounding), ([150, 300], .sounding), ([250], .unclear)])
  func masked(onsets: [Int], expected: StringReading.State) throws {
    let end = try #require(onsets.last)
    for other in [HeardReading.silent, HeardReading.unclear] {
      let reading = reading(until: 1500, onsets: onsets) {
        $0 < end ? HeardReading.at(-30) : other
      }
      #expect(reading.state == expected)
      #expect(reading.deviation == (expected == .sounding ? Cents(-30) : nil))
    }
  }

  @Test("a stroke is settled at the end of its early updates, which an onset moves")
  func settled() {
    #expect(settledTime(until: 6000) == 1200)
    #expect(settledTime(until: 6000) { $0 < 700 ? 0 : 700 } == 1900)
  }

  @Test("a stroke is settled half a second after its last sound")
  func ended() {
    #expect(settledTime(until: 200) == 750)
  }

  @Test("a stroke with one onset after the other is settled after 3.2 s")
  func endless() {
    #expect(settledTime(until: 6000) { $0 } == 3200)
  }

  @Test("another stroke begins without the updates of the one before")
  func begin() {
    var stroke = StrokeReadings(stringCount: 4)
    for time in stride(from: 0, through: 2000, by: 50) {
      stroke.append(result(at: time, HeardReading.at(1), HeardReading.at(2)))
    }
    #expect(stroke.lastSounding == SamplePosition(2000 * 48))
    stroke.begin()
    #expect(stroke == StrokeReadings(stringCount: 4))
    #expect(stroke.lastSounding == nil)
    #expect(!stroke.isSettled)
  }

  @Test(
    "one string is a stroke if its measurements keep their frequency for two updates",
    arguments: [
      ([1.0, 2, 1], true), ([1, 1.5, 1.5, 1.5], false), ([1, 8, 15, 22], true),
      ([1, 1, 1, 1], false), ([-30, -18, 2, 14, 30], false), ([1, 40, 41], false),
      ([1, 40, 41, 42], true),
    ])
  func played(cents: [Double], isPlayed: Bool) {
    var stroke = StrokeReadings(stringCount: 2)
    for (update, value) in cents.enumerated() {
      stroke.append(result(at: 50 * update, HeardReading.at(value), HeardReading.unclear))
    }
    #expect(stroke.isPlayed == isPlayed)
    for update in cents.count..<40 {
      stroke.append(result(at: 50 * update, HeardReading.silent, HeardReading.silent))
    }
    #expect(stroke.isSettled == isPlayed)
  }

  @Test("two strings at once are a stroke, and the next stroke needs its own proof")
  func playedAtOnce() {
    var stroke = StrokeReadings(stringCount: 2)
    stroke.append(result(at: 0, HeardReading.at(1), HeardReading.at(2)))
    #expect(stroke.isPlayed)
    stroke.begin()
    stroke.append(result(at: 500, HeardReading.at(1), HeardReading.silent))
    #expect(!stroke.isPlayed)
  }
}
