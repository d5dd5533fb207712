// SPDX-License-Identifier: MIT

import Acoustics
import Testing
import Tuning

@testable import TunerAnalysis

@Suite("Records for programs")
struct RecordTests {
  private struct Sample: Record {
    static let schema = "tuner.sample/1"
    static let keys = ["a", "b", "c", "d"]
    var fields: [Field]
  }

  private let sample = Sample(fields: [
    Field(0.1), Field(Double.nan), Field("say \"a, b\"\n"), Field(true),
  ])

  @Test("a line of NDJSON holds every key, in the order of the record")
  func writesNDJSON() {
    #expect(
      NDJSONRendering.line(sample)
        == "{\"a\":0.1,\"b\":null,\"c\":\"say \\\"a, b\\\"\\n\",\"d\":true}\n")
    #expect(
      NDJSONRendering.header(of: Sample.self, [("file", Field("x"))])
        == "{\"schema\":\"tuner.sample/1\",\"file\":\"x\"}\n")
  }

  @Test("a row of CSV has an empty cell for an absent value, and quotes where necessary")
  func writesCSV() {
    // RFC 4180: lines end in CR LF, quotes are doubled inside quotes.
    #expect(CSVRendering.header(of: Sample.self).hasPrefix("a,b,c,d"))
    #expect(CSVRendering.row(sample).hasPrefix("0.1,,\"say \"\"a, b\"\"\n\",true"))
  }

  @Test("the columns of updates and notes have a value each")
  func hasAllColumns() {
    let frame = FrameRecord(
      result: PitchResult(timestamp: SamplePosition(2400)), state: .silent,
      sampleRate: SampleRate(48_000))
    #expect(frame.fields.count == FrameRecord.keys.count)
    #expect(frame.fields.first == .number("0.05"))
  }

  @Test(
    "cents have one decimal and a sign, and zero has no sign",
    arguments: [(0.04, "0.0"), (-0.04, "0.0"), (0.05, "+0.1"), (-3.26, "-3.3"), (12, "+12.0")])
  func writesCents(cents: Double, text: String) {
    #expect(TextFigures.signed(Cents(cents)) == text)
  }

  @Test("one thing is told in the singular")
  func writesCounts() {
    #expect(
      [0, 1, 2].map { TextFigures.count($0, "stroke") } == ["0 strokes", "1 stroke", "2 strokes"])
  }
}
