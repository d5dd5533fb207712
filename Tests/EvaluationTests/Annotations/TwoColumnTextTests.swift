// SPDX-License-Identifier: MIT

import Acoustics
import Evaluation
import Testing

@Suite("Two-column text")
struct TwoColumnTextTests {
  static let failures = [
    InvalidText(text: "", error: .empty),
    InvalidText(text: "# only a comment\n\n", error: .empty),
    InvalidText(
      text: "0 110\n0.02 110\n0.01 110",
      error: .timeGoesBackwards(.line(3), seconds: 0.01, previous: 0.02)),
    InvalidText(
      text: "0 110\n\n# again\n0 110",
      error: .timeGoesBackwards(.line(4), seconds: 0, previous: 0)),
    InvalidText(text: "0 110\n0.01 nan", error: .notFinite(.line(2), column: "frequency")),
    InvalidText(text: "0 110\n-inf 110", error: .notFinite(.line(2), column: "time")),
    InvalidText(text: "1e999 110", error: .notFinite(.line(1), column: "time")),
    InvalidText(text: "0 110 1", error: .columnCount(.line(1), required: 2...2, actual: 3)),
    InvalidText(text: "0", error: .columnCount(.line(1), required: 2...2, actual: 1)),
    InvalidText(text: "0,,110", error: .columnCount(.line(1), required: 2...2, actual: 3)),
    InvalidText(
      text: "0 110\n0.01 A2", error: .notANumber(.line(2), column: "frequency", text: "A2")),
    InvalidText(
      text: "0 0x6E", error: .notANumber(.line(1), column: "frequency", text: "0x6E")),
    InvalidText(
      text: "0 5", error: .outOfRange(.line(1), column: "frequency", value: 5, range: 10...20_000)),
    InvalidText(
      text: "0 30000",
      error: .outOfRange(.line(1), column: "frequency", value: 30_000, range: 10...20_000)),
    InvalidText(
      text: "-1 110",
      error: .outOfRange(.line(1), column: "time", value: -1, range: 0...86_400)),
  ]

  @Test("names line and reason of an invalid value", arguments: failures)
  func fails(row: InvalidText) {
    #expect(throws: row.error) { try TwoColumnText.parse(row.text) }
  }

  @Test(
    "reads blanks, tabs, commas and semicolons, either line ending and a byte-order mark",
    arguments: [
      "0 110\n0.01 0\n0.02 -220", "0\t110\n0.01\t0\n0.02\t-220\n",
      "0,110\r\n0.01,0\r\n0.02,-220\r\n",
      "\u{FEFF}0; 110 # open A\n\n0.01; 0\n0.02; -2.2e2",
    ])
  func reads(text: String) throws {
    let points = try TwoColumnText.parse(text).points
    #expect(
      points == [
        .init(seconds: 0, frequency: Hertz(110), voicing: 1),
        .init(seconds: 0.01, frequency: nil, voicing: 0),
        .init(seconds: 0.02, frequency: Hertz(220), voicing: 0),
      ])
  }

  @Test("an error reads as place, fault and remedy")
  func sentence() {
    let error = AnnotationError.timeGoesBackwards(.line(3), seconds: 0.5, previous: 1)
    #expect(
      "\(error)"
        == "line 3: the time 0.5 s does not lie behind 1.0 s. Sort the rows by time and leave out repeated ones."
    )
  }
}
