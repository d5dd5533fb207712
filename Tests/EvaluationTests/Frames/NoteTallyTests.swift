// SPDX-License-Identifier: MIT

import Acoustics
import Evaluation
import Testing

@Suite("Note tally")
struct NoteTallyTests {
  private static func tally(_ notes: [[ScoredFrame]]) -> NoteTally {
    notes.reduce(into: NoteTally()) { $0.record($1, steady: 0.7...1.4) }
  }

  private static func note(_ cents: Double..., confidence: Double = 0.9) -> [ScoredFrame] {
    cents.map { PitchTallyTests.frame(cents: $0, confidence: confidence) }
  }

  @Test("a note counts once with the median of its signed errors, whatever its length")
  func median() throws {
    let tally = Self.tally([
      Self.note(-4, 3, 1, -2, 2),  // median 1
      Self.note(-3, -5),  // median −4
      Self.note(6, 6, 6, 6, 6, 6, 6, 6),
    ])
    let errors = try #require(tally.cents.magnitudes()).values
    #expect(zip(errors, [1, 4, 6]).allSatisfy { abs($0 - $1) < 1e-9 } && errors.count == 3)
    #expect(tally.answered == Rate(hits: 3, of: 3))
    #expect(tally.gross == Rate(hits: 0, of: 3))
  }

  @Test("one wrong reading does not make a note wrong, but a majority does")
  func gross() {
    let tally = Self.tally([Self.note(1, 1200, 2), Self.note(1200, 1, 1200)])
    #expect(tally.gross == Rate(hits: 1, of: 2))
    #expect(tally.cents.count == 2)
  }

  @Test("only answered readings of the steady part with a truth count")
  func steady() throws {
    let tally = Self.tally([
      [
        PitchTallyTests.frame(at: 0.69, cents: 900, confidence: 1),
        PitchTallyTests.frame(at: 1.41, cents: 900, confidence: 1),
        PitchTallyTests.frame(cents: 900, confidence: 1, truth: nil),
        PitchTallyTests.frame(cents: 900, confidence: 0.69),
        PitchTallyTests.frame(cents: 5, confidence: 0.7),
      ]
    ])
    #expect(abs(try #require(tally.cents.distribution()).median - 5) < 1e-9)
    #expect(tally.answered == Rate(hits: 1, of: 1))
  }

  @Test("a note without an answer is counted and has no error, one without frames is none")
  func silent() {
    let tally = Self.tally([
      Self.note(0, 0, confidence: 0.3), [],
      [PitchTallyTests.frame(at: 0.2, cents: 0, confidence: 1)],
    ])
    #expect(tally.answered == Rate(hits: 0, of: 1))
    #expect(tally.gross.total == 0)
    #expect(tally.cents.isEmpty)
  }

  @Test("a note whose readings are not frequencies is a gross error", arguments: [1, 2, 3])
  func invalid(count: Int) {
    let frames = (0..<count).map { _ in
      ScoredFrame(
        seconds: 1, truth: Hertz(110), answer: .init(frequency: Hertz(0), confidence: 1))
    }
    let tally = Self.tally([frames])
    #expect(tally.gross == Rate(hits: 1, of: 1))
    #expect(tally.cents.isEmpty)
  }

  @Test("tallies of shards add up in any order")
  func merging() {
    let notes = [Self.note(1, 2, 4), Self.note(70), Self.note(3, confidence: 0.1), Self.note(-9)]
    var left = Self.tally(Array(notes[2...]))
    left.merge(Self.tally(Array(notes[..<2])))
    #expect(left == Self.tally(notes))
  }
}
