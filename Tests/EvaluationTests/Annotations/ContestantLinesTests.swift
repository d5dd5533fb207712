// SPDX-License-Identifier: MIT

import Acoustics
import Evaluation
import Testing

@Suite("Contestant lines")
struct ContestantLinesTests {
  @Test(
    "reads what pitch programs print",
    arguments: [
      "time,frequency,confidence\n0.01,110,0.8\n0.02,0,0.1\n0.03,nan,0.1\n",
      "0.01 110 0.8\n0.02 -1 0.1\n0.03\tNaN\t0.1",
    ])
  func reads(text: String) throws {
    let updates = try ContestantLines.parse(text)
    #expect(updates.map(\.seconds) == [0.01, 0.02, 0.03])
    #expect(
      updates.map(\.estimate) == [
        PitchEstimate(frequency: Hertz(110), confidence: 0.8), nil, nil,
      ])
  }

  @Test("readings of a program without confidence have confidence 1")
  func sure() throws {
    #expect(try ContestantLines.parse("0 82.4").first?.estimate?.confidence == 1)
  }

  static let failures = [
    InvalidText(text: "", error: .empty),
    InvalidText(text: "Usage: pitch FILE\n", error: .empty),
    InvalidText(
      text: "0 110\nSegmentation fault",
      error: .notANumber(.line(2), column: "time", text: "Segmentation")),
    InvalidText(text: "0 110\n1", error: .columnCount(.line(2), required: 2...3, actual: 1)),
    InvalidText(text: "0 inf", error: .notFinite(.line(1), column: "frequency")),
    InvalidText(
      text: "0 110 1.5",
      error: .outOfRange(.line(1), column: "confidence", value: 1.5, range: 0...1)),
    InvalidText(text: "1 110\n1 110", error: .timeGoesBackwards(.line(2), seconds: 1, previous: 1)),
  ]

  @Test("an invalid line is named, not scored", arguments: failures)
  func fails(row: InvalidText) {
    #expect(throws: row.error) { try ContestantLines.parse(row.text) }
  }
}
