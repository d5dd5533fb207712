// SPDX-License-Identifier: MIT

import Acoustics
import PitchDetection
import TestSignals
import Testing

@testable import Benchmarking

@Suite("Contestants of strokes")
struct StrumContestantTests {
  /// One string of a guitar without the others, in a stroke of all six.
  private func alone(_ string: Int, seed: UInt64) -> (input: StrumInput, strum: Strum) {
    var strum = StrumDraw.guitar.strum(seed: seed)
    for other in strum.voices.indices { strum.voices[other].isPlayed = other == string }
    let samples = strum.signal(at: StrumTrial.rate).render(at: StrumTrial.rate)
    return (
      StrumInput(item: "alone", targets: strum.voices.map(\.target), samples: samples), strum
    )
  }

  @Test(
    "read one string alone within two cents after a second", arguments: StrumBench.contestants)
  func single(contestant: any StrumContestant) throws {
    for string in [0, 3, 5] {
      let (input, strum) = alone(string, seed: 20 + UInt64(string))
      let answers = try contestant.answers(to: input)
      #expect(answers.count == input.sampleCount / 2400)
      #expect(answers.allSatisfy { $0.count == 6 })
      let update = try #require(
        answers.indices.first { StrumTrial.time(ofUpdate: $0) >= strum.lastOnset + 1 })
      let answer = answers[update][string]
      let truth = try #require(
        strum.firstPartial(ofString: string, at: StrumTrial.time(ofUpdate: update)))
      let cents = truth.interval(above: input.targets[string]).value
      #expect(answer.state == .sounding, "string \(string)")
      #expect(abs(try #require(answer.cents) - cents) < 2, "string \(string)")
    }
  }

  @Test("report no string in silence", arguments: StrumBench.contestants)
  func silence(contestant: any StrumContestant) throws {
    let input = StrumInput(
      item: "silence", targets: StrumDraw.guitar.notes.map(\.frequency),
      samples: [Float](repeating: 0, count: 48_000))
    for update in try contestant.answers(to: input) {
      #expect(update.allSatisfy { $0.state != .sounding })
    }
  }

  @Test("the engine is more accurate on strokes than the others")
  func ahead() throws {
    let items = StrumItems(sets: [.guitar], strokes: 4, seed: 9000)
    let report = try StrumBench.run(
      StrumPlan(strokes: 4, mixtures: 0, seed: 9000, items: items), items)
    let errors = StrumBench.contestants.map { contestant in
      let readings = report.results.filter { $0.contestant == contestant.name }
        .flatMap(\.outcomes).filter { $0.seconds == 1 }
      return StrumFigures(readings: readings).median
    }
    let own = try #require(errors[0])
    #expect(errors.dropFirst().contains { $0 != nil })
    // A median beyond every error is larger than any number.
    for other in errors.dropFirst() { #expect(other.map { $0 > 10 * own } ?? true) }
  }
}
