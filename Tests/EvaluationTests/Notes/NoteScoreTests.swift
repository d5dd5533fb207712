// SPDX-License-Identifier: MIT

import Acoustics
import Evaluation
import Testing

@Suite("Note score")
struct NoteScoreTests {
  static func notes(_ rows: [[Double]]) throws -> [NoteEvent] {
    var notes: [NoteEvent] = []
    for row in rows {
      notes.append(try NoteEvent(onset: row[0], offset: row[1], pitch: Hertz(row[2])))
    }
    return notes
  }

  @Test("agrees with mir_eval, also where greedy matching would find fewer pairs")
  func agrees() throws {
    let cases = try Golden.load("transcription", as: Golden.Transcription.self).transcription
    #expect(cases.count == 28)
    for row in cases {
      let references = try Self.notes(row.reference)
      let estimates = try Self.notes(row.estimate)
      let tight = NoteMatch(
        onsetTolerance: 0.02, pitchTolerance: 10, offsetRatio: 0.1, offsetMinimumTolerance: 0.03)
      let strict = NoteMatch(pitchTolerance: nil, isStrict: true)
      let expectations: [(String, NoteMatch, [Double])] = [
        ("onset", .onset, row.onset), ("onset and pitch", .onsetAndPitch, row.onsetPitch),
        ("with offsets", NoteMatch(offsetRatio: 0.2), row.onsetPitchOffset),
        ("strict", strict, row.onsetStrict), ("tight", tight, row.tight),
      ]
      for (name, match, expected) in expectations {
        let score = NoteScore(references: references, estimates: estimates, by: match)
        #expect(agree(score.precision, expected[0]), "precision of \(row.name), \(name)")
        #expect(agree(score.recall, expected[1]), "recall of \(row.name), \(name)")
        #expect(agree(score.fMeasure, expected[2]), "F-measure of \(row.name), \(name)")
      }
    }
  }

  @Test("pairs a long chain of notes that each displace the next")
  func chain() throws {
    // From the last reference on, each takes the estimate before it, and the first is left with one
    // that is taken: a single augmenting path runs through all of them.
    let count = 5000
    let references = try Self.notes((0..<count).map { [Double($0) * 0.08, 1000, 110] })
    let estimates = try Self.notes((0..<count).map { [Double($0) * 0.08 + 0.04, 1000, 110] })
    let score = NoteScore(
      references: references.reversed(), estimates: estimates, by: .onsetAndPitch)
    #expect(score.matches == count)
  }

  @Test("merged files count every note once")
  func merge() throws {
    let note = try Self.notes([[0, 1, 110]])
    var total = NoteScore(references: note, estimates: note, by: .onset)
    total.merge(NoteScore(references: note, estimates: [], by: .onset))
    #expect(total.references == 2 && total.estimates == 1 && total.matches == 1)
    #expect(total.recall == 0.5 && total.precision == 1)
  }

  @Test("refuses notes that end before they begin, NaN and infinity")
  func refuses() {
    #expect(throws: AnnotationError.noteWithoutLength(.point(1), onset: 2, offset: 1)) {
      try NoteEvent(onset: 2, offset: 1, pitch: Hertz(110))
    }
    #expect(throws: AnnotationError.notFinite(.point(1), column: "pitch")) {
      try NoteEvent(onset: 1, offset: 2, pitch: Hertz(.nan))
    }
  }
}
