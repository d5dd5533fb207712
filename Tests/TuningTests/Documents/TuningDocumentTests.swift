// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import Testing
import Tuning

@Suite("Tuning document")
struct TuningDocumentTests {
  private func read(_ text: String) throws -> InstrumentTuning {
    try TuningDocument(Array(text.utf8)).tuning
  }

  @Test(
    "every preset reads back unchanged, and other programs read it as JSON",
    arguments: InstrumentTuning.presets)
  func roundTrip(tuning: InstrumentTuning) throws {
    let text = TuningDocument(tuning).text
    #expect(try read(text) == tuning)
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    #expect(object?["schema"] as? String == "tuner.tuning/1")
    #expect((object?["strings"] as? [Any])?.count == tuning.strings.count)
  }

  @Test("keeps names in other languages, courses, sweetening, and any character")
  func everything() throws {
    let strings = zip([4, 3, 2, 1], [-2.3, 0, 0.1, 12]).map { position, cents in
      GuitarString(
        position: position, spelling: SpelledNote(.b, .flat, octave: position),
        course: (position + 1) / 2, offset: Cents(cents))
    }
    let tuning = try InstrumentTuning(
      id: "my_own", name: "Quote \" backslash \\ tab \t 🎸", localizedNames: ["de": "Größe"],
      strings: strings)
    #expect(try read(TuningDocument(tuning).text) == tuning)
    // The same through another program's writer: other blanks, order and escapes.
    let object = try JSONSerialization.jsonObject(with: Data(TuningDocument(tuning).text.utf8))
    let data = try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])
    #expect(try TuningDocument(Array(data)).tuning == tuning)
    let escaped =
      #"{"schema":"tuner.tuning/1","id":"x","name":"\u0041\uD83C\uDFB8\/","strings":["#
      + (1...4).reversed().map { #"{"position":\#($0),"note":"C","octave":4.0}"# }
      .joined(separator: ",") + "]}"
    #expect(try read(escaped).name == "A🎸/")
  }

  struct Refusal: CustomTestStringConvertible {
    let text: String
    let line: Int
    let complaint: String
    var testDescription: String { "line \(line): \(complaint)" }
  }

  private static func document(_ head: String, _ strings: [String]) -> String {
    "{\n\(head),\n\"strings\": [\n\(strings.joined(separator: ",\n"))\n]\n}\n"
  }
  private static let head = #""schema": "tuner.tuning/1", "id": "x", "name": "x""#
  private static let four = (1...4).reversed().map {
    #"{"position": \#($0), "note": "C", "octave": 4}"#
  }
  private static func replacing(_ index: Int, _ text: String) -> [String] {
    var strings = four
    strings[index] = text
    return strings
  }

  static let refusals = [
    Refusal(text: "", line: 1, complaint: "not JSON"),
    Refusal(text: "[]", line: 1, complaint: "not an object"),
    Refusal(text: "{\n\"a\": }", line: 2, complaint: "not JSON"),
    Refusal(text: "{\n\"schema\"\n", line: 3, complaint: "a colon"),
    Refusal(text: document(head, four) + "x", line: 10, complaint: "the end of the file"),
    Refusal(text: document(head + #", "id": "y""#, four), line: 2, complaint: "there twice"),
    Refusal(text: document(head + ",\n\"frets\": 24", four), line: 3, complaint: "not known"),
    Refusal(text: "{}", line: 1, complaint: "\"schema\" is missing"),
    Refusal(
      text: document(#""schema": "tuner.tuning/2", "id": "x", "name": "x""#, four), line: 2,
      complaint: "This version reads \"tuner.tuning/1\""),
    Refusal(text: document(head, []), line: 3, complaint: "There are 0 strings"),
    Refusal(
      text: document(
        head, (1...13).reversed().map { #"{"position": \#($0), "note": "C", "octave": 4}"# }),
      line: 3, complaint: "There are 13 strings"),
    Refusal(
      text: document(head, replacing(1, #"{"position": 3, "note": "H", "octave": 4}"#)), line: 5,
      complaint: "String 3: \"H\" is not a note"),
    Refusal(
      text: document(head, replacing(2, #"{"position": 2, "note": "C", "octave": 10}"#)), line: 6,
      complaint: "String 2: C10 is in octave 10"),
    Refusal(
      text: document(head, replacing(2, #"{"position": 2, "note": "C", "octave": 4.5}"#)), line: 6,
      complaint: "not a whole number"),
    Refusal(
      text: document(head, replacing(2, #"{"position": 2, "note": "C", "octave": 1e999}"#)),
      line: 6, complaint: "not JSON"),
    Refusal(
      text: document(head, replacing(3, #"{"position": 0, "note": "C", "octave": 4}"#)), line: 7,
      complaint: "A string has position 0 where 1 is due"),
    Refusal(
      text: document(head, replacing(1, #"{"position": 4, "note": "C", "octave": 4}"#)), line: 5,
      complaint: "A string has position 4 where 3 is due"),
    Refusal(
      text: document(
        head, replacing(0, #"{"position": 4, "note": "C", "octave": 4, "offset_cents": 101}"#)),
      line: 4, complaint: "String 4: an offset of 101"),
    Refusal(
      text: document(head + #", "rising": true"#, four), line: 5,
      complaint: "String 3: C4 is not above C4"),
    Refusal(
      text: document(#""schema": "tuner.tuning/1", "id": "X!", "name": "x""#, four), line: 2,
      complaint: "can't be a tuning's id"),
    Refusal(
      text: String(repeating: "[", count: 100_000), line: 1, complaint: "not JSON"),
  ]

  @Test("refuses text that is not a tuning, with line and reason", arguments: refusals)
  func refusal(row: Refusal) throws {
    let error = try #require(#expect(throws: TuningDocumentError.self) { try read(row.text) })
    #expect(error.line == row.line, "\(error)")
    #expect("\(error)".contains(row.complaint), "\(error)")
  }

  @Test("refuses other encodings, with the line")
  func encodings() throws {
    let latin = Array("{\n\"name\": \"Gr".utf8) + [0xF6, 0xDF] + Array("e\"}".utf8)
    let error = try #require(
      #expect(throws: TuningDocumentError.self) { try TuningDocument(latin) })
    #expect("\(error)" == "line 2: this is not UTF-8. Save the file as UTF-8.")
    let wide: [UInt8] = [0xFF, 0xFE] + "{}".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(throws: TuningDocumentError.self) { try TuningDocument(wide) }
  }
}
