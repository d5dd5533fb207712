// SPDX-License-Identifier: MIT

import Acoustics
import OfflineAnalysis
import Testing
import Tuning

@Suite("The readings of a stroke")
struct StrokeFinderTests {
  private static let rate = SampleRate(48_000)
  private static let target = Hertz(110)

  /// One reading of a string: its deviation and sigma in cents, or its state.
  private enum Heard {
    case at(Double, Double)
    case unclear
    case silent

    var reading: StringReading {
      switch self {
      case .at(let cents, let sigma):
        StringReading(
          state: .sounding, frequency: target.raised(by: Cents(cents)), deviation: Cents(cents),
          sigma: Cents(sigma), confidence: 0.9)
      case .unclear: StringReading.unmeasured(.unclear)
      case .silent: StringReading.unmeasured(.silent)
      }
    }
  }

  /// Returns the stroke of 20 updates a second from a tenth of a second after its onset.
  private func stroke(seconds: Double, _ heard: (Double) -> [Heard]) -> Stroke? {
    let count = heard(0).count
    var finder = StrokeFinder(stringCount: count)
    let onset = SamplePosition(48_000)
    for update in 0..<Int(seconds * 20) {
      let time = Double(update) / 20
      _ = finder.append(
        StrumResult(
          timestamp: SamplePosition(52_800 + Int64(update) * 2400), sampleRate: Self.rate,
          onsets: onset...onset, readings: StringReadings(heard(time).map(\.reading))))
    }
    return finder.finish()
  }

  @Test("one reading with a tiny sigma does not decide alone")
  func mean() throws {
    let found = try #require(
      stroke(seconds: 3) { time in
        [.at(time == 1 ? 9 : 2 + (Int(time * 20) % 2 == 0 ? 0.5 : -0.5), time == 1 ? 0.001 : 0.4)]
      })
    let (reading, cents) = (found.readings[0], try #require(found.readings[0].deviation).value)
    #expect(abs(cents - 2) < 3)
    let sigma = try #require(reading.sigma).value
    #expect(abs(cents - 2) < 2 * sigma)
    let frequency = try #require(reading.frequency)
    #expect(abs(frequency.interval(above: Self.target).value - cents) < 1e-9)
  }

  @Test("the mean of equal sigmas is exact, and its sigma contains wander and sigma")
  func values() throws {
    let found = try #require(
      stroke(seconds: 4.5) { time in
        // The glide of the pluck, and what comes after four seconds, don't count.
        let cents = time < 0.9 ? 20 : time > 4 ? -20 : Int(time * 20 + 0.5) % 2 == 0 ? 3.0 : 5
        return [.at(cents, 0.5), .silent]
      })
    let reading = found.readings[0]
    #expect(abs(try #require(reading.deviation).value - 4) < 0.05)
    #expect(abs(try #require(reading.sigma).value - (1 + 0.25).squareRoot()) < 0.01)
    #expect(found.readings[1] == .unmeasured(.silent))
  }

  @Test("a string that ends early keeps its last precise reading")
  func early() throws {
    let found = try #require(
      stroke(seconds: 3) { time in
        [time < 0.7 ? .at(10 - 10 * time, time < 0.4 ? 2 : 0.5) : .unclear, .at(0, 1)]
      })
    let reading = found.readings[0]
    #expect(reading.state == .sounding)
    #expect(abs(try #require(reading.deviation).value - 3.5) < 1e-9)
    #expect(reading.sigma == Cents(0.5))
  }

  @Test(
    "a string that is heard only later sounds if it does so in half of the later updates",
    arguments: [(1.4, true), (3.0, false), (3.8, false)])
  func late(from: Double, isHeard: Bool) throws {
    let found = try #require(
      stroke(seconds: from + 0.7) { time in
        [time < from ? .silent : .at(24, 1), time < from + 0.05 ? .at(0, 1) : .silent]
      })
    #expect((found.readings[0].state == .sounding) == isHeard)
    #expect(found.readings[1].state == .sounding)
  }

  /// Returns the strokes of a live session whose six strings follow one another, each heard 0.1 s
  /// after its onset, with the time in which each stroke is settled.
  private func live(gap: Double) -> [(time: Double, stroke: Stroke)] {
    var strokes = LiveStrokes(stringCount: 6)
    var settled: [(time: Double, stroke: Stroke)] = []
    for update in 2..<100 {
      let time = Double(update) / 20
      let last = min(5, Int((time - 0.1) / gap + 1e-9))
      let heard = (0..<6).map { $0 <= last ? Heard.at(3, 0.5) : .silent }
      let onsets = SamplePosition(0)...SamplePosition(Int64(Double(last) * gap * 48_000))
      let result = StrumResult(
        timestamp: SamplePosition(Int64(update) * 2400), sampleRate: Self.rate, onsets: onsets,
        readings: StringReadings(heard.map(\.reading)))
      settled += strokes.append(result).map { (time, $0) }
    }
    return settled
  }

  @Test(
    "a slow stroke is settled 1.2 s after the onset of its last string, with all of its strings",
    arguments: [0.02, 0.1, 0.15, 0.2, 0.39])
  func slow(gap: Double) throws {
    let settled = live(gap: gap)
    #expect(settled.count == 1)
    let (time, stroke) = try #require(settled.first)
    #expect(abs(time - max(0.1, 5 * gap) - 1.2) <= 0.1, "\(time)")
    #expect(stroke.readings.allSatisfy { $0.state == .sounding }, "\(stroke.readings)")
  }

  @Test("a stroke without an end of onsets is settled 3.2 s after its first answer")
  func endless() throws {
    var strokes = LiveStrokes(stringCount: 1)
    var time: Double?
    for update in 2..<200 {
      let position = SamplePosition(Int64(update) * 2400)
      let result = StrumResult(
        timestamp: position, sampleRate: Self.rate,
        onsets: SamplePosition(0)...SamplePosition(position.samples - 1200),
        readings: StringReadings([Heard.at(update.isMultiple(of: 2) ? 3 : 3.01, 0.5).reading]))
      if !strokes.append(result).isEmpty { time = time ?? Double(update) / 20 }
    }
    #expect(abs(try #require(time) - 3.3) <= 0.1)
  }

  /// Returns the reading of a string that sounds for a time, and not after the onsets of two later
  /// strings.
  private func masked(until end: Double, by state: Heard) throws -> StringReading {
    var finder = StrokeFinder(stringCount: 2)
    for update in 2..<60 {
      let time = Double(update) / 20
      let onsets = [0, 0.25, 0.5].filter { $0 <= time - 0.05 }
      let readings = [time < end ? .at(-30, 0.4) : state, .at(2 + time / 100, 0.5)].map(\.reading)
      let newest = SamplePosition(Int64((onsets.last ?? 0) * 48_000))
      _ = finder.append(
        StrumResult(
          timestamp: SamplePosition(Int64(update) * 2400), sampleRate: Self.rate,
          onsets: SamplePosition(0)...newest, readings: StringReadings(readings)))
    }
    let ended = finder.finish()
    return try #require(ended).readings[0]
  }

  @Test("a string that later strings mask keeps the reading from before")
  func maskedString() throws {
    for state in [Heard.unclear, .silent] {
      let reading = try masked(until: 0.7, by: state)
      #expect(reading.state == .sounding)
      #expect(reading.deviation == Cents(-30))
    }
  }

  @Test("a string keeps its reading if the recording ends at the onset of a later one")
  func endAtOnset() throws {
    var finder = StrokeFinder(stringCount: 1)
    for update in 2..<6 {
      let position = SamplePosition(Int64(update) * 2400)
      let isLast = update == 5
      let heard = isLast ? Heard.unclear : .at(-34 + Double(update), 0.4)
      _ = finder.append(
        StrumResult(
          timestamp: position, sampleRate: Self.rate,
          onsets: SamplePosition(0)...(isLast ? position : SamplePosition(0)),
          readings: StringReadings([heard.reading])))
    }
    let ended = finder.finish()
    #expect(try #require(ended).readings[0].deviation == Cents(-30))
  }

  @Test("a string that is masked soon is unclear, whatever the updates say of it")
  func maskedEarly() throws {
    for state in [Heard.unclear, .silent] {
      #expect(try masked(until: 0.3, by: state).state == .unclear)
    }
    #expect(try masked(until: 0, by: .silent).state == .silent)
  }
}
