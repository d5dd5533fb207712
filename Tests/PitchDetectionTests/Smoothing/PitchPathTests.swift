// SPDX-License-Identifier: MIT

import Acoustics
import PitchDetection
import Testing

@Suite("Path through the candidates")
struct PitchPathTests {
  /// One update: the result of the detector and its other candidates.
  private struct Update {
    var said: Double?
    var confidence = 0.9
    var age: Int?
    var candidates: [(hertz: Double, evidence: Double)] = []
  }

  private func smoothed(_ updates: [Update], rate: Double = 20) -> [PitchEstimate?] {
    var path = PitchPath(updatesPerSecond: rate)
    var result: [PitchEstimate?] = []
    for update in updates {
      let estimate = update.said.map {
        PitchEstimate(
          frequency: Hertz($0), fit: Hertz($0), confidence: update.confidence, sigma: Cents(0.1),
          age: update.age)
      }
      result += path.append(
        estimate,
        update.candidates.map { PitchCandidate(frequency: Hertz($0.hertz), evidence: $0.evidence) })
    }
    return result + path.finish()
  }

  private let clear = Update(said: 110, candidates: [(110, 30), (55, 22), (220, 18)])
  /// The updates in which the octave had slightly more evidence.
  private let slip = Update(said: 220, candidates: [(110, 26), (55, 10), (220, 28)])

  @Test("changes no bit of confirmed estimates")
  func confirms() {
    let updates = Array(repeating: clear, count: 30)
    let result = smoothed(updates)
    let said = PitchEstimate(
      frequency: Hertz(110), fit: Hertz(110), confidence: 0.9, sigma: Cents(0.1))
    #expect(result == Array(repeating: said, count: 30))
  }

  @Test("corrects an octave error of a few updates, at the start too", arguments: [0, 14])
  func octaveSlip(at place: Int) throws {
    var updates = Array(repeating: clear, count: 30)
    for index in place..<(place + 3) { updates[index] = slip }
    let result = smoothed(updates)
    for index in place..<(place + 3) {
      let estimate = try #require(result[index])
      #expect(estimate.frequency == Hertz(110))
      // The comb's pitch, and its error: nothing was measured on the partials of it.
      #expect(estimate.fit == nil)
      #expect(try #require(estimate.sigma).value > 1)
    }
  }

  @Test("follows a real change, and one 0.1 s after an onset")
  func realChange() {
    let other = Update(said: 146.83, candidates: [(146.83, 30), (110, 8), (73.4, 20)])
    let twice = smoothed(Array(repeating: clear, count: 10) + Array(repeating: other, count: 10))
    #expect(
      twice.map { $0?.frequency.value }
        == [110, 146.83].flatMap {
          Array(repeating: $0 as Double?, count: 10)
        })
    var short = other
    short.age = 1000
    short.candidates[1].evidence = 24
    var (before, after) = (clear, clear)
    before.age = 20_000
    after.age = 2000
    let grace = smoothed(
      Array(repeating: before, count: 10) + [short] + Array(repeating: after, count: 10))
    // One update, six units apart: 0.83·6 = 5 is more than two beginnings cost, less than two
    // jumps.
    #expect(grace[10]?.frequency == Hertz(110))
    short.candidates[1].evidence = 8
    let note = smoothed(
      Array(repeating: before, count: 10) + [short, short] + Array(repeating: after, count: 10))
    #expect(note[10]?.frequency == Hertz(146.83))
  }

  @Test("raises an estimate between two more confident ones to the lower of their confidences")
  func confidence() {
    var updates = Array(repeating: clear, count: 9)
    updates[4].confidence = 0.4
    updates[5].confidence = 0.8
    for index in 6..<9 { updates[index].confidence = 0.8 }
    #expect(
      smoothed(updates).map { $0?.confidence } == [
        0.9, 0.9, 0.9, 0.9, 0.8, 0.8, 0.8, 0.8, 0.8,
      ])
    // No update follows the last one, so its result stays.
    var last = Array(repeating: clear, count: 9)
    last[8].confidence = 0.4
    #expect(smoothed(last)[8]?.confidence == 0.4)
  }

  @Test("adds no pitch where there was none, and has no transition cost across silence")
  func silence() {
    let other = Update(said: 311.13, candidates: [(311.13, 30), (110, 29)])
    let result = smoothed([clear, Update(), other, Update(said: 200)])
    #expect(result.map { $0?.frequency.value } == [110, nil, 311.13, 200])
  }

  @Test(
    "returns each update once and in order, for any length", arguments: [1.0, 20, 1000])
  func endless(rate: Double) {
    let updates = (0..<9000).map { index in
      Update(said: index % 500 == 499 ? nil : 110, candidates: [(110, 30)])
    }
    let result = smoothed(updates, rate: rate)
    #expect(result.map { $0 == nil } == updates.map { $0.said == nil })
  }

  @Test("the engine reports its candidates, with the chosen one among them")
  func engine() throws {
    var engine = try PitchEngine(.init(sampleRate: SampleRate(48_000)))
    let before = engine.candidateCount
    let low = PluckedString(first: 110).render(rate: 48_000, seconds: 0.6)
    let high = PluckedString(first: 146.832).render(rate: 48_000, seconds: 0.6)
    let samples = zip(low, high).map { $0 + 0.5 * $1 }
    engine.append(samples.span)
    let heard = engine.estimatePitch()
    var weighed: [PitchCandidate] = []
    for index in 0..<engine.candidateCount { weighed.append(engine.candidate(at: index)) }
    engine.reset()
    let after = engine.candidateCount
    #expect(before == 0 && after == 0)
    let estimate = try #require(heard)
    try #require(weighed.count > 1)
    let best = try #require(weighed.max { $0.evidence < $1.evidence })
    #expect(abs(best.frequency.value / estimate.frequency.value - 1) < 0.01)
  }
}
