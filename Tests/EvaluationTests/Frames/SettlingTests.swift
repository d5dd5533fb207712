// SPDX-License-Identifier: MIT

import Acoustics
import Evaluation
import TestSignals
import Testing

@Suite("Settling")
struct SettlingTests {
  /// One update: cents off, `nil` for no answer, and its confidence.
  typealias Update = (cents: Double?, confidence: Double)

  static func frames(
    _ updates: [Update], rate: Double = 200, pluck: Double = 0.25
  ) -> [ScoredFrame] {
    updates.enumerated().map { index, update in
      ScoredFrame(
        seconds: pluck + Double(index) / rate, truth: Hertz(110),
        answer: update.cents.map {
          .init(frequency: Hertz(110).raised(by: Cents($0)), confidence: update.confidence)
        })
    }
  }

  static func settled(_ updates: [Update], rate: Double = 200) -> [Double?] {
    Settling(of: frames(updates, rate: rate), pluck: 0.25).settled
  }

  static func steps(_ count: Int, _ cents: Double?, _ confidence: Double = 0.9) -> [Update] {
    [Update](repeating: (cents, confidence), count: count)
  }

  static func isClose(_ left: Double?, _ right: Double?) -> Bool {
    switch (left, right) {
    case (let left?, let right?): abs(left - right) < 1e-9
    case (nil, nil): true
    default: false
    }
  }

  @Test("each tolerance settles at the first answer from which all stay within it")
  func tolerances() {
    // 10 frames of nothing, 10 within 50 cents, 10 within 5, the rest within 1.
    let times = Self.settled(
      Self.steps(10, nil) + Self.steps(10, 30) + Self.steps(10, -3) + Self.steps(30, 0.2))
    #expect(Self.isClose(times[0], 0.050))
    #expect(Self.isClose(times[1], 0.100))
    #expect(Self.isClose(times[2], 0.150))
  }

  @Test("a stay of sixty milliseconds settles, one of fifty-five does not")
  func hold() {
    #expect(Self.isClose(Self.settled(Self.steps(13, 0))[0], 0))
    #expect(Self.settled(Self.steps(12, 0))[0] == nil)
  }

  @Test("an unanswered frame breaks the stay, and so does one below confidence 0.3")
  func breaks() {
    let after = Self.steps(20, 0)
    for gap: Update in [(nil, 0), (0, 0.29), (200, 0.9), (200, 0.3)] {
      let times = Self.settled(Self.steps(10, 0) + [gap] + after)
      #expect(Self.isClose(times[0], 0.055))
    }
    // Confidence 0.3 is an answer.
    let unbroken = Self.settled(Self.steps(10, 0) + [(0, 0.3)] + after)
    #expect(Self.isClose(unbroken[0], 0))
  }

  @Test("the spread of the reference is no error within 5 and 1 cents, but counts within 50")
  func spread() {
    func settled(_ cents: Double) -> [Double?] {
      let frames = Self.frames(Self.steps(100, cents)).map { frame in
        var frame = frame
        frame.spread = Cents(2)
        return frame
      }
      return Settling(of: frames, pluck: 0.25).settled
    }
    #expect(settled(2.9) == [0, 0, 0])
    #expect(settled(6.9) == [0, 0, nil])
    #expect(settled(7.1) == [0, nil, nil])
    #expect(settled(50.5) == [nil, nil, nil])
  }

  @Test("readings after the stay do not unsettle it")
  func afterwards() {
    let times = Self.settled(Self.steps(13, 0) + Self.steps(50, 600))
    #expect(Self.isClose(times[2], 0))
  }

  @Test("the time is nil for a note that never settles", arguments: [nil, 600.0])
  func never(cents: Double?) {
    let note = Settling(of: Self.frames(Self.steps(100, cents)), pluck: 0.25)
    #expect(note.firstCorrect == nil)
    #expect(note.settled == [nil, nil, nil])
    #expect(Settling(of: [], pluck: 0).firstCorrect == nil)
  }

  @Test("the time does not depend on the update rate", arguments: [10.0, 20, 60, 1000])
  func rates(rate: Double) {
    let wrong = Int(0.2 * rate)
    let times = Self.settled(
      Self.steps(wrong, 300) + Self.steps(Int(rate), 0), rate: rate)
    #expect(Self.isClose(times[0], Double(wrong) / rate))
  }

  @Test("the first correct answer is never later than the settled one", arguments: 1...50)
  func firstCorrect(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let updates: [Update] = (0..<200).map { index in
      let isAnswered = Double.random(in: 0..<1, using: &random) < 0.97
      return (
        isAnswered ? 200 * exp2Decay(index) * random.normal() : nil,
        Double.random(in: 0.25...1, using: &random)
      )
    }
    let note = Settling(of: Self.frames(updates), pluck: 0.25)
    for time in note.settled {
      if let time { #expect(try #require(note.firstCorrect) <= time) }
    }
    // A tighter tolerance never settles sooner.
    for (wide, tight) in zip(note.settled, note.settled.dropFirst()) {
      if let tight { #expect(try #require(wide) <= tight) }
    }
  }

  private func exp2Decay(_ index: Int) -> Double {
    (0..<(index / 10)).reduce(1.0) { size, _ in size / 2 }
  }

  @Test("frames before the pluck and after the note's end are ignored")
  func bounds() {
    var frames = Self.frames(Self.steps(30, 0))
    for index in 0..<10 { frames[index].seconds -= 0.25 }
    #expect(Self.isClose(Settling(of: frames, pluck: 0.25).settled[0], 0.05))
    for index in 20..<30 { frames[index].truth = nil }
    #expect(Settling(of: frames, pluck: 0.25).settled[0] == nil)
  }

  @Test("notes that never settle count in the percentiles as the slowest")
  func percentiles() {
    var times = SettlingTally.Times()
    for time in [0.01, 0.02, 0.03, nil] { times.record(time) }
    #expect(times.time(.median) == 0.02)
    #expect(times.time(.percentile(75)) == 0.03)
    #expect(times.time(.p95) == nil)
    #expect(times.never == 1)
  }
}
