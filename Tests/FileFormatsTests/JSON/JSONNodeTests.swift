// SPDX-License-Identifier: MIT

import FileFormats
import Foundation
import TestSignals
import Testing

@Suite("Reading JSON")
struct JSONNodeTests {
  private func read(_ text: String, _ limits: JSONLimits = JSONLimits()) throws -> JSONNode {
    try JSONNode(Array(text.utf8), limits: limits)
  }

  @Test("every value has its line and its own text")
  func places() throws {
    let text = "\u{FEFF}{\n \"a\": [1,\n  {\"b\" : \"\\u00e9\"}],\n\"c\":null\n}\n"
    let node = try read(text)
    guard case .object(let members) = node.content, case .list(let list) = members[0].value.content
    else {
      Issue.record("The document is an object with a list.")
      return
    }
    #expect(node.line == 1)
    #expect(members.map(\.key) == ["a", "c"])
    #expect(members.map(\.line) == [2, 4])
    #expect(list.map(\.line) == [2, 3])
    let bytes = Array(text.utf8)
    #expect(bytes[list[1].source].elementsEqual("{\"b\" : \"\\u00e9\"}".utf8))
    #expect(bytes[members[1].value.source].elementsEqual("null".utf8))
  }

  // RFC 8259 §6 and §7; the verdicts are those of JSONTestSuite (N. Seriot, "Parsing JSON is a
  // minefield"), whose files are named y_ and n_.
  @Test(
    "accepts text that the grammar allows",
    arguments: [
      ("-0", "0"), ("1e5", "100000"), ("1E+2", "100"), ("0.5e-1", "0.05"), ("[]", "[]"),
      ("{}", "{}"), (#""\u005C\/\b\f""#, #""\\/\u0008\u000c""#), (#""\uD834\uDD1E""#, "\"𝄞\""),
      (" [ true , false ] ", "[true,false]"), ("\"\u{7F}\"", #""\u007f""#),
    ])
  func accepts(text: String, written: String) throws {
    #expect(JSONValue(try read(text)).compact == written)
  }

  @Test(
    "refuses text that the grammar does not allow",
    arguments: [
      "", " ", "-", "+1", "01", "1.", "1.e5", ".5", "1e", "1e+", "0x1", "NaN", "Infinity", "tru",
      "nulls", "[1,]", "[1 2]", "[,1]", "{\"a\":1,}", "{\"a\" 1}", "{a:1}", "{1:1}", "'a'",
      "\"", "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\uD834\"", "\"\\uD834\\n\"", "\"\\uDD1E\"",
      "\"\\u+123\"", "\"\n\"", "\"\u{0}\"", "\u{0}", "[1]x", "{}{}", "\u{A0}1", "//\n1",
    ])
  func refuses(text: String) {
    let error = #expect(throws: JSONError.self) { try read(text) }
    guard case .syntax = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("refuses a number beyond the range of a double, with its line")
  func largeNumber() {
    for text in ["\n1e999", "\n-1.5E+400"] {
      let error = #expect(throws: JSONError.self) { try read(text) }
      #expect(error?.reason == .largeNumber && error?.line == 2)
    }
  }

  @Test("a duplicate key is refused, unless the caller allows it")
  func repeatedKeys() throws {
    let text = "{\"a\": 1,\n\"\\u0061\": 2}"
    let error = #expect(throws: JSONError.self) { try read(text) }
    #expect(error?.line == 2)
    #expect(error?.reason == .repeatedKey("a"))
    #expect(
      JSONValue(try read(text, JSONLimits(allowsRepeatedKeys: true))).compact
        == #"{"a":1,"a":2}"#)
  }

  @Test(
    "a document is refused at one level, or one member, beyond the limit",
    arguments: [1, 2, 32, 128])
  func limits(limit: Int) throws {
    let limits = JSONLimits(depth: limit, memberCount: limit)
    for (depth, isRead) in [(limit, true), (limit + 1, false), (100_000, false)] {
      let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      #expect(((try? read(text, limits)) != nil) == isRead, "depth \(depth)")
    }
    let wide = JSONLimits(memberCount: limit)
    for (count, isRead) in [(limit, true), (limit + 1, false)] {
      let text = "{" + (0..<count).map { "\"\($0)\":0" }.joined(separator: ",") + "}"
      #expect(((try? read(text, wide)) != nil) == isRead, "\(count) members")
    }
  }

  @Test("a megabyte of members, or of escapes, takes time in proportion to its length")
  func large() throws {
    let count = 100_000
    let members = "{" + (0..<count).map { "\"\($0)\":\($0)" }.joined(separator: ",") + "}"
    let limits = JSONLimits(memberCount: count)
    // A quadratic search for keys would take minutes.
    guard case .object(let read) = try self.read(members, limits).content else {
      Issue.record("The document is an object.")
      return
    }
    #expect(read.count == count)
    let text = "\"" + String(repeating: #"\uD834\uDD1E"#, count: count) + "\""
    guard case .text(let long) = try self.read(text).content else {
      Issue.record("The document is a text.")
      return
    }
    #expect(long.unicodeScalars.count == count)
  }

  @Test("a document that is truncated at any byte is refused")
  func truncated() {
    let whole = Array(#"{"a":[1.5,"\uD834\uDD1E é",{"b":null}],"c":true}"#.utf8)
    #expect((try? JSONNode(whole)) != nil)
    for count in 0..<whole.count {
      #expect(throws: JSONError.self) { try JSONNode(Array(whole.prefix(count))) }
    }
  }

  @Test("another encoding is refused with the line")
  func encodings() {
    let latin = Array("{\n\"a\": \"Gr".utf8) + [0xF6] + Array("\"}".utf8)
    #expect(throws: JSONError.self) { try JSONNode(latin) }
    #expect((try? JSONNode(latin)) == nil)
    let error = #expect(throws: JSONError.self) { try JSONNode(latin) }
    #expect(error?.line == 2)
    #expect(error?.reason == .notUTF8)
    let wide: [UInt8] = [0xFF, 0xFE] + "{}".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(#expect(throws: JSONError.self) { try JSONNode(wide) }?.line == 1)
  }

  @Test(
    "a randomly damaged document is refused, or read as Foundation reads it",
    arguments: [1, 2, 3, 4])
  func damaged(seed: UInt64) throws {
    var numbers = SplitMix64(seed: seed)
    let whole = Array(#"{"a":[1.5,-2e3,"\u00e9\n"],"b":{"c":[true,null]},"d":""}"#.utf8)
    var readCount = 0
    for _ in 0..<2000 {
      var bytes = whole
      let place = Int.random(in: 0..<bytes.count, using: &numbers)
      bytes[place] = UInt8.random(in: 0x20..<0x7F, using: &numbers)
      guard let node = try? JSONNode(bytes) else { continue }
      readCount += 1
      let theirs = try JSONSerialization.jsonObject(with: Data(bytes))
      let ours = try JSONSerialization.jsonObject(with: Data(JSONValue(node).compact.utf8))
      #expect((theirs as? NSDictionary) == (ours as? NSDictionary), "seed \(seed)")
    }
    #expect(readCount > 200, "seed \(seed)")
  }
}

extension JSONValue {
  /// Makes the value that writes what was read.
  init(_ node: JSONNode) {
    self =
      switch node.content {
      case .null: .null
      case .boolean(let value): .truth(value)
      case .number(let number): .number(number)
      case .text(let text): .text(text)
      case .list(let elements): .array(elements.map { JSONValue($0) })
      case .object(let members): .object(members.map { ($0.key, JSONValue($0.value)) })
      }
  }
}
