// SPDX-License-Identifier: MIT

import Acoustics
import Evaluation
import Testing

/// Tracks as annotators write them, a moment every 10 ms.
@Suite("The notes of an f0 track")
struct ReferenceTrackNotesTests {
  /// A value and the number of moments that it lasts: hertz, 0 for none, −1 for undecided.
  private func notes(_ parts: [(moments: Int, hertz: Double)]) throws -> [NoteEvent] {
    var text = "time_s,f0_hz,voiced\n"
    var moment = 0
    for part in parts {
      for _ in 0..<part.moments {
        text += "\(Double(moment) / 100),\(part.hertz),\(part.hertz > 0 ? 1 : part.hertz)\n"
        moment += 1
      }
    }
    return try TrackTable.parse(text).notes
  }

  /// Onset and end in hundredths of a second, and hertz.
  private func summary(_ notes: [NoteEvent]) -> [[Double]] {
    notes.map {
      [($0.onset * 100).rounded(), ($0.offset * 100).rounded(), $0.pitch.value.rounded()]
    }
  }

  @Test("begin after a pause of 80 ms, and at a jump of more than 50 cents to a pitch that stays")
  func splits() throws {
    let found = try notes([(20, 0), (30, 220), (8, 0), (30, 220), (30, 233)])
    #expect(summary(found) == [[20, 49, 220], [58, 87, 220], [88, 117, 233]])
  }

  @Test("continue through a short pause, a short slip, and undecided points")
  func goesOn() throws {
    let found = try notes([
      (30, 220), (6, 0), (30, 220), (7, 440), (30, 220), (40, -1), (30, 220),
    ])
    #expect(summary(found) == [[0, 172, 220]])
  }

  @Test("continue through a slide and a vibrato, whose pitch moves without a jump")
  func moves() throws {
    // An octave up in 60 steps of 20 cents.
    let slide = (0...60).map {
      (moments: 1, hertz: 110 * Hertz(1).raised(by: Cents(20 * Double($0))).value)
    }
    let found = try notes([(20, 110)] + slide + [(20, 220)])
    #expect(found.count == 1)
  }

  @Test("do not exist where nothing lasts 80 ms, and in a track without a pitch")
  func none() throws {
    #expect(try notes([(7, 220), (20, 0), (7, 330), (20, 0)]).isEmpty)
    #expect(try notes([(50, 0)]).isEmpty)
    #expect(try notes([(50, -1)]).isEmpty)
  }
}
