// SPDX-License-Identifier: MIT

import FileFormats
import TestSignals
import Testing

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

  @Test("reads tables in the format of RFC 4180", arguments: rows)
  func reads(row: Row) throws {
    let table = try CSVTable(row.text)
    #expect(table.rows.map(\.fields) == row.fields)
    #expect(table.rows.map(\.line) == row.lines)
    #expect(table.column("a") == 0)
  }

  @Test("any fields survive quoting", arguments: 1...40)
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
    let text = csvRow(["x", "y", "z"]) + records.map(csvRow).joined()
    // A record of one empty field is an empty line; of three it is not.
    #expect(try CSVTable(text).rows.map(\.fields) == records)
  }

  @Test("quotes a field only where it must")
  func writes() {
    #expect(
      csvRow(["a b", "", "1,5", "say \"A\"", "x\ry", "x\nz", "x;"])
        == "a b,,\"1,5\",\"say \"\"A\"\"\",\"x\ry\",\"x\nz\",x;\n")
  }

  @Test("a truncated table is refused or shorter, and random damage never causes a crash")
  func hostile() throws {
    let whole = Array("a,b\r\n\"1,\"\"\n2\",3\n,\"\"\n".utf8)
    for count in whole.indices {
      let text = String(decoding: whole.prefix(count), as: UTF8.self)
      #expect(((try? CSVTable(text))?.rows.count ?? 0) <= 2)
    }
    var random = SplitMix64(seed: 1)
    for _ in 0..<2000 {
      var bytes = whole
      for _ in 0..<3 {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      guard let table = try? CSVTable(String(decoding: bytes, as: UTF8.self)) else { continue }
      #expect(Set(table.rows.map(\.fields.count)).count <= 1)
    }
  }

  @Test("a field of a megabyte and a hundred thousand rows are read", .timeLimit(.minutes(1)))
  func large() throws {
    let field = String(repeating: "\"", count: 500_000)
    #expect(try CSVTable("a\n" + csvRow([field])).rows.first?.fields == [field])
    let rows = String(repeating: "1,2\n", count: 100_000)
    #expect(try CSVTable("a,b\n" + rows).rows.count == 100_000)
  }

  @Test("refuses a quoted field without an end, or with characters after its end")
  func quotes() {
    #expect(throws: CSVError.malformedQuote(line: 2)) { try CSVTable("a\n\"1\n\n") }
    #expect(throws: CSVError.malformedQuote(line: 2)) { try CSVTable("a\n\"1\"2\n") }
  }

  @Test("refuses a record with another number of fields than the header")
  func ragged() {
    #expect(throws: CSVError.columnCount(line: 3, required: 2, actual: 3)) {
      try CSVTable("a,b\n1,2\n1,2,3\n")
    }
    #expect(throws: CSVError.empty) { try CSVTable("") }
  }
}
