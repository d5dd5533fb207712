// SPDX-License-Identifier: MIT

import Foundation
import Testing
import TunerState

@testable import TunerRuntime

@Suite("Settings document")
struct SettingsDocumentTests {
  private func document(_ text: String) -> SettingsDocument? { SettingsDocument(Array(text.utf8)) }

  private func text(_ document: SettingsDocument) -> String {
    String(decoding: document.bytes, as: UTF8.self)
  }

  @Test("keeps unknown keys with their text and position")
  func unknown() throws {
    // Figures that a reader of doubles would change, an escape, a nested key of ours, blanks.
    let before = """
      {"x": 1.50000000000000000001e400, "a4": 442.5, "y": {"a4": [1, "}", {"\\"": 2}]}, \
      "z" : "\\u0041\\\\\\"", "n": null}
      """
    // The number is too large for a double, and JSON all the same: Foundation's reader decides.
    var changed =
      document(before) ?? document(before.replacingOccurrences(of: "e400", with: "e4"))
    changed?.set(.number(441), for: .a4)
    let after = text(try #require(changed))
    #expect(after.contains("\"a4\": 441"))
    #expect(after.contains("\"y\": {\"a4\": [1, \"}\", {\"\\\"\": 2}]}"))
    #expect(after.contains("\"z\": \"\\u0041\\\\\\\"\""))
    #expect(after.contains("\"x\": 1.50000000000000000001e4"))
    #expect(after.contains("\"n\": null"))
    let order = ["\"schema\"", "\"x\"", "\"a4\"", "\"y\"", "\"z\"", "\"n\""].compactMap {
      after.range(of: $0)?.lowerBound
    }
    #expect(order == order.sorted())
    #expect(order.count == 6)
  }

  @Test("reads back every value that it writes", arguments: SettingKey.allCases)
  func roundTrip(key: SettingKey) throws {
    for value: StoredValue in [
      .text("a \"b\" \\ / \n é 🎸"), .number(0.1), .number(-1e-9), .number(440), .flag(true),
      .flag(false),
    ] {
      var written = SettingsDocument()
      written.set(value, for: key)
      let read = try #require(SettingsDocument(written.bytes))
      #expect(read.stored == [key: value])
      #expect(read.laterVersion == nil)
      #expect(read == written)
    }
  }

  @Test("uses the last of two members with one key, and writes one")
  func twice() throws {
    var twice = try #require(document(#"{"a4": 441, "a4": 442}"#))
    #expect(twice.stored == [.a4: .number(442)])
    twice.set(.number(443), for: .a4)
    #expect(text(twice).components(separatedBy: "a4").count == 2)
  }

  @Test(
    "has the number of its schema if it is later than this program's",
    arguments: [
      ("{}", nil), (#"{"schema": "tuner.settings/1"}"#, nil),
      (#"{"schema": "tuner.settings/7"}"#, 7),
      (#"{"schema": "tuner.settings/x"}"#, nil), (#"{"schema": 2}"#, nil),
      (#"{"schema": "tuner.settings/-1"}"#, nil),
    ])
  func laterVersion(text: String, version: Int?) throws {
    #expect(try #require(document(text)).laterVersion == version)
  }

  @Test(
    "reads numbers, texts and flags, and any other value as unknown",
    arguments: [
      ("[440]", StoredValue.other), ("{\"a\": 1}", .other), ("null", .other), ("true", .flag(true)),
      ("4.4e2", .number(440)), ("\"440\"", .text("440")),
    ])
  func values(text: String, value: StoredValue) throws {
    #expect(try #require(document("{\"a4\":\(text)}")).stored == [.a4: value])
  }

  @Test(
    "is refused where it is not one JSON object in UTF-8",
    arguments: [
      "", " ", "[]", "null", "{", "{\"a4\":", "{\"a4\": 440", "{\"a4\": 440} x", "{\"a4\" 440}",
      "{a4: 440}", "{\"a4\": NaN}", "\u{0}", "{\"a\": \"\u{0}\"}",
      String(repeating: "[", count: 100_000),
    ])
  func refuses(text: String) { #expect(document(text) == nil) }

  @Test("is refused in another encoding, and read with a byte order mark")
  func encodings() throws {
    let text = #"{"a4": 441}"#
    #expect(SettingsDocument(Array(try #require(text.data(using: .utf16)))) == nil)
    #expect(SettingsDocument(Array(Data(text.utf8)) + [0xFF]) == nil)
    let marked = try #require(SettingsDocument([0xEF, 0xBB, 0xBF] + Array(text.utf8)))
    #expect(marked.stored == [.a4: .number(441)])
  }

  @Test("is refused or complete if truncated at any byte")
  func truncated() {
    let whole = Array(#"{"a4": 441, "x": {"y": [1, 2, "\"}"]}, "notation": "german"}"#.utf8)
    for count in 0..<whole.count { #expect(SettingsDocument(Array(whole.prefix(count))) == nil) }
    #expect(SettingsDocument(whole) != nil)
  }
}
