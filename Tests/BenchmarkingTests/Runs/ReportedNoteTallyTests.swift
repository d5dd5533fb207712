// SPDX-License-Identifier: MIT

import Acoustics
import Evaluation
import Testing

@testable import Benchmarking

@Suite("Notes that an analysis reports")
struct ReportedNoteTallyTests {
  private static let pitch = Hertz(110)
  private static let steady = 1.0...2.0

  private func tally(_ notes: PlayedNote...) -> ReportedNoteTally {
    var tally = ReportedNoteTally()
    tally.record(notes, of: Self.pitch, steady: Self.steady)
    return tally
  }

  @Test("a note an octave off is a gross error, and is in no percentile of the cents")
  func octave() {
    let right = tally(PlayedNote(onset: 0, offset: 3, pitch: Self.pitch.raised(by: Cents(2))))
    #expect(right.found.share == 1 && right.gross.share == 0)
    #expect(right.cents.distribution().map { abs($0.median - 2) < 1e-6 } == true)
    let octave = tally(PlayedNote(onset: 0, offset: 3, pitch: Hertz(220)))
    #expect(octave.found.share == 1 && octave.gross.share == 1)
    #expect(octave.cents.count == 0)
    var both = right
    both.merge(octave)
    #expect(both.gross.share == 0.5)
    #expect(TargetMeasure.wholeNoteGross.figure(of: score(both)) == 0.5)
  }

  @Test("a note that covers less than half of the steady part is not the note of the recording")
  func cover() {
    #expect(tally(PlayedNote(onset: 0, offset: 1.49, pitch: Self.pitch)).found.share == 0)
    #expect(tally(PlayedNote(onset: 1.5, offset: 3, pitch: Self.pitch)).found.share == 1)
    let two = tally(
      PlayedNote(onset: 0, offset: 1.2, pitch: Hertz(220)),
      PlayedNote(onset: 1.2, offset: 3, pitch: Self.pitch))
    #expect(two.found.share == 1 && two.gross.share == 0)
  }

  @Test("the gross errors of reported notes have a target and a column")
  func published() throws {
    let target = try #require(
      EngineTarget.accuracy.first { $0.measure == .wholeNoteGross })
    #expect(target.limit == .atMost(0.005))
    let wrong = score(tally(PlayedNote(onset: 0, offset: 3, pitch: Hertz(220))))
    let table = WholeNoteFigures.table([("all", wrong)])
    let place = try #require(table.columns.firstIndex { $0.name == "gross" })
    #expect(table.rows.first?.figures[place] == 1)
  }

  private func score(_ notes: ReportedNoteTally) -> ItemScore {
    var score = ItemScore()
    score.wholeNotes = notes
    return score
  }
}
