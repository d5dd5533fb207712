// SPDX-License-Identifier: MIT

import Acoustics
import Evaluation
import Testing

@Suite("Pitch tally")
struct PitchTallyTests {
  static func frame(
    at seconds: Double = 1, cents: Double, confidence: Double, truth: Hertz? = Hertz(110)
  ) -> ScoredFrame {
    ScoredFrame(
      seconds: seconds, truth: truth,
      answer: .init(frequency: Hertz(110).raised(by: Cents(cents)), confidence: confidence))
  }

  static func tally(_ frames: [ScoredFrame]) -> PitchTally {
    var tally = PitchTally()
    tally.record(frames, steady: 0.7...1.4)
    return tally
  }

  @Test("gross errors and cents use answered frames, raw pitch accuracy uses all frames")
  func words() {
    let tally = Self.tally([
      Self.frame(cents: 3, confidence: 0.7), Self.frame(cents: 300, confidence: 0.69),
      Self.frame(cents: 60, confidence: 0.9), Self.frame(cents: 0.5, confidence: 0.2),
    ])
    #expect(tally.answered == Rate(hits: 2, of: 4))
    #expect(tally.gross == Rate(hits: 1, of: 2))
    #expect(tally.cents.count == 2)
    // Within 50, 10, 5, 1 and 0.1 cents.
    #expect(tally.rawPitchAccuracy.map(\.hits) == [2, 2, 2, 1, 0])
    #expect(tally.rawPitchAccuracy.allSatisfy { $0.total == 4 })
    #expect(tally.confidence.count == 4)
  }

  @Test("coverage allows for the spread of the reference")
  func spread() {
    var frame = Self.frame(cents: 5, confidence: 1)
    frame.answer?.sigma = Cents(1)
    #expect(Self.tally([frame]).sigma.coverage == 0)
    frame.spread = Cents(3.5)
    #expect(Self.tally([frame]).sigma.coverage == 1)
    #expect(Self.tally([frame]).cents == Self.tally([Self.frame(cents: 5, confidence: 1)]).cents)
  }

  @Test("frames outside the steady window and without a truth are left out")
  func window() {
    let tally = Self.tally([
      Self.frame(at: 0.69, cents: 900, confidence: 1),
      Self.frame(at: 1.41, cents: 900, confidence: 1),
      Self.frame(cents: 900, confidence: 1, truth: nil),
      Self.frame(at: 0.7, cents: 0, confidence: 1),
    ])
    #expect(tally.answered == Rate(hits: 1, of: 1))
    #expect(tally.gross == Rate(hits: 0, of: 1))
  }

  @Test(
    "an invalid frequency is a gross error",
    arguments: [0, -110, .nan, .infinity])
  func invalid(value: Double) {
    let tally = Self.tally([
      ScoredFrame(
        seconds: 1, truth: Hertz(110), answer: .init(frequency: Hertz(value), confidence: 1))
    ])
    #expect(tally.gross.share == 1)
    #expect(tally.invalidCount == 1)
    #expect(tally.cents.isEmpty)
    #expect(tally.rawPitchAccuracy[0].share == 0)
  }

  @Test("a period reading without a period counts as unanswered")
  func meaning() {
    let estimate = PitchEstimate(frequency: Hertz(110), period: Hertz(111), confidence: 1)
    let silent = PitchEstimate(frequency: Hertz(110), confidence: 1)
    let frame = { (estimate: PitchEstimate, meaning: PitchMeaning) in
      ScoredFrame(seconds: 1, truth: Hertz(110), estimate: estimate, meaning: meaning)
    }
    #expect(frame(estimate, .partial).error == Cents(0))
    #expect(frame(estimate, .period).answer?.frequency == Hertz(111))
    #expect(frame(silent, .period).answer == nil)
  }

  @Test("a reading in noise is a false alarm from confidence 0.7, and a reading from 0.3")
  func noise() {
    var tally = NoiseTally()
    tally.record(
      [0.1, 0.3, 0.69, 0.7].map { Self.frame(cents: 0, confidence: $0, truth: nil) }
        + [Self.frame(cents: 0, confidence: 1)])
    #expect(tally.falseAlarms == Rate(hits: 1, of: 4))
    #expect(tally.tentativeAlarms == Rate(hits: 3, of: 4))
  }
}
