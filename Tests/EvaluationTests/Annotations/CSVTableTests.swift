// SPDX-License-Identifier: MIT

import TestSignals
import Testing

@testable import Evaluation

@Suite("CSV table")
struct CSVTableTests {
  struct Row: CustomTestStringConvertible {
    let text: String
    let fields: [[String]]
    let lines: [Int]
    var testDescription: String { text.debugDescription }
  }

  /// The rules of RFC 4180, section 2, by number.
  static let rows = [
    Row(text: "a,b\r\n1,2\r\n", fields: [["1", "2"]], lines: [2]),  // 1
    Row(text: "a,b\r\n1,2", fields: [["1", "2"]], lines: [2]),  // 2
    Row(text: "a,b\n1,2\n3,4\n", fields: [["1", "2"], ["3", "4"]], lines: [2, 3]),
    Row(text: "a,b\n x ,\n", fields: [[" x ", ""]], lines: [2]),  // 4: blanks are data
    Row(text: "a,b\n\"1\",2\n", fields: [["1", "2"]], lines: [2]),  // 5
    Row(  // 6
      text: "a,b\n\"1,\r\n2\",3\n4,5", fields: [["1,\r\n2", "3"], ["4", "5"]], lines: [2, 4]),
    Row(text: "a,b\n\"say \"\"A\"\"\",\"\"\r\n", fields: [["say \"A\"", ""]], lines: [2]),  // 7
    Row(text: "\u{FEFF}a,b\n\n1,2\n\n", fields: [["1", "2"]], lines: [3]),
    Row(text: "a\n\"\"\n\n", fields: [[""]], lines: [2]),
    Row(text: "a,b\n5\" speaker,é\n", fields: [["5\" speaker", "é"]], lines: [2]),
  ]

  @Test("reads what RFC 4180 writes", arguments: rows)
  func reads(row: Row) throws {
    let table = try CSVTable(row.text)
    #expect(table.rows.map(\.fields) == row.fields)
    #expect(table.rows.map(\.line) == row.lines)
    #expect(try table.column("a") == 0)
  }

  @Test("any fields come back from their quoted form", arguments: 1...40)
  func roundTrip(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let alphabet: [Character] = ["a", "\"", ",", "\n", "\r\n", " ", "ü", ";"]
    let records = (0..<5).map { _ in
      (0..<3).map { _ in
        String(
          (0..<Int.random(in: 0...6, using: &random)).compactMap { _ in
            alphabet.randomElement(using: &random)
          })
      }
    }
    let text = (["x,y,z"] + records.map { $0.map(Self.quoted).joined(separator: ",") })
      .joined(separator: seed % 2 == 0 ? "\n" : "\r\n")
    #expect(try CSVTable(text).rows.map(\.fields) == records)
  }

  private static func quoted(_ field: String) -> String {
    "\"" + field.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }

  @Test("refuses quotes that never close or that something follows")
  func quotes() {
    #expect(throws: AnnotationError.malformedQuote(.line(2))) { try CSVTable("a\n\"1\n\n") }
    #expect(throws: AnnotationError.malformedQuote(.line(2))) { try CSVTable("a\n\"1\"2\n") }
  }

  @Test("refuses a record that is not as long as the header")
  func ragged() {
    #expect(throws: AnnotationError.columnCount(.line(3), required: 2...2, actual: 3)) {
      try CSVTable("a,b\n1,2\n1,2,3\n")
    }
    #expect(throws: AnnotationError.empty) { try CSVTable("") }
  }
}
