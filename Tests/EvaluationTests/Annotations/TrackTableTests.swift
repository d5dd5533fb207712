// SPDX-License-Identifier: MIT

import Acoustics
import Evaluation
import Testing

@Suite("Track table")
struct TrackTableTests {
  static let text = """
    voiced,time_s,f0_hz,spread_cents
    0,0,,
    1,0.01,110.5,0.3
    -1,0.02,111,80
    1,0.03,110.6,0.2

    """

  @Test("reads columns by name, and does not score undecided moments")
  func reads() throws {
    let track = try TrackTable.parse(Self.text)
    #expect(track.undecidedCount == 1)
    #expect(
      track.decided.points == [
        .init(seconds: 0, frequency: nil), .init(seconds: 0.01, frequency: Hertz(110.5)),
        .init(seconds: 0.03, frequency: Hertz(110.6)),
      ])
    #expect(track.moments.map(\.state).count == 4)
  }

  @Test("returns the state at a time, for the labels of the table only")
  func state() throws {
    let track = try TrackTable.parse(Self.text)
    #expect(track.state(at: 0) == .unvoiced)
    #expect(track.state(at: 0.0049) == .unvoiced)
    #expect(track.state(at: 0.0051) == .pitch(Hertz(110.5)))
    #expect(track.state(at: 0.02) == .undecided)
    #expect(track.state(at: 0.0349) == .pitch(Hertz(110.6)))
    #expect(track.state(at: 0.0351) == .undecided)
  }

  static let failures = [
    InvalidText(text: "", error: .empty),
    InvalidText(
      text: "0,110,2",
      error: .unknownLabel(.line(2), column: "voiced", text: "2", known: ["-1", "0", "1"])),
    InvalidText(text: "0,,1", error: .emptyField(.line(2), column: "f0_hz")),
    InvalidText(
      text: "0,0,1", error: .outOfRange(.line(2), column: "f0_hz", value: 0, range: 10...20_000)),
    InvalidText(text: "0,nan,1", error: .notFinite(.line(2), column: "f0_hz")),
    InvalidText(
      text: "0,110,1\n0,110,1", error: .timeGoesBackwards(.line(3), seconds: 0, previous: 0)),
    // Undecided moments keep the order too.
    InvalidText(
      text: "0.5,110,-1\n0.4,110,1",
      error: .timeGoesBackwards(.line(3), seconds: 0.4, previous: 0.5)),
    InvalidText(text: "0,110", error: .columnCount(.line(2), required: 3...3, actual: 2)),
    InvalidText(text: "0,\"110,1", error: .malformedQuote(.line(2))),
  ]

  @Test("names line and reason of an invalid value", arguments: failures)
  func fails(row: InvalidText) {
    #expect(throws: row.error) { try TrackTable.parse("time_s,f0_hz,voiced\n" + row.text) }
  }

  @Test("requires each of its columns once")
  func columns() {
    #expect(throws: AnnotationError.missingColumn("voiced")) {
      try TrackTable.parse("time_s,f0_hz\n0,110")
    }
    #expect(throws: AnnotationError.repeatedColumn("time_s")) {
      try TrackTable.parse("time_s,time_s\n0,110")
    }
  }
}
