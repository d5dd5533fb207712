// SPDX-License-Identifier: MIT

import FileFormats
import Foundation
import Testing

@Suite("Writing JSON")
struct JSONValueTests {
  private let document = JSONValue.object([
    ("b", .array([.integer(1), .number(0.5), .digits("2.0")])), ("a", .object([])),
    ("c", .object([("d", .array([])), ("e", .null), ("f", .truth(true))])), ("g", .text("é")),
  ])

  @Test("keeps the order of members, in three layouts")
  func layouts() {
    #expect(
      document.compact
        == #"{"b":[1,0.5,2.0],"a":{},"c":{"d":[],"e":null,"f":true},"g":"é"}"#)
    #expect(
      document.spaced
        == #"{"b": [1, 0.5, 2.0], "a": {}, "c": {"d": [], "e": null, "f": true}, "g": "é"}"#)
    #expect(
      document.rendered == """
        {
          "b": [
            1,
            0.5,
            2.0
          ],
          "a": {},
          "c": {
            "d": [],
            "e": null,
            "f": true
          },
          "g": "é"
        }

        """)
  }

  @Test("a value that is absent or not finite is null")
  func absence() {
    for value in [
      JSONValue(nil as String?), JSONValue(nil as Double?), JSONValue(nil as Int?), JSONValue(.nan),
      JSONValue(-Double.infinity),
    ] {
      #expect(value.compact == "null")
    }
    #expect(JSONValue(3).compact == "3")
    #expect(JSONValue(0.1).compact == "0.1")
    #expect(JSONValue("").compact == "\"\"")
  }

  @Test("every scalar up to U+2FFF is written on one line, and read back here and by Foundation")
  func scalars() throws {
    let scalars = (UInt32(0)...0x2FFF).compactMap(Unicode.Scalar.init) + ["🎸", "\u{10FFFF}"]
    let text = String(String.UnicodeScalarView(scalars))
    let written = JSONValue.text(text).compact
    #expect(
      try JSONSerialization.jsonObject(
        with: Data(written.utf8), options: .fragmentsAllowed) as? String == text)
    guard case .text(let read) = try JSONNode(Array(written.utf8)).content else {
      Issue.record("A text is a text.")
      return
    }
    #expect(read.unicodeScalars.elementsEqual(scalars))
    let ends: Set<Unicode.Scalar> = ["\n", "\r", "\u{B}", "\u{C}", "\u{2028}", "\u{2029}"]
    #expect(!written.unicodeScalars.contains { ends.contains($0) })
  }

  @Test(
    "a decimal is the shortest text that reads back as the same number",
    arguments: [
      (0, "0"), (-0.0, "0"), (1, "1"), (-440, "-440"), (0.1, "0.1"), (1e15, "1000000000000000.0"),
      (1e16, "1e+16"),
      (999_999_999_999_999, "999999999999999"), (1e-7, "1e-07"), (442.5, "442.5"),
      (.leastNonzeroMagnitude, "5e-324"),
    ])
  func decimals(value: Double, text: String) {
    #expect(decimal(value) == text)
    #expect(Double(text) == value)
  }
}
