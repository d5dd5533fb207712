// SPDX-License-Identifier: MIT

import Terminal
import TestSignals
import Testing

@Suite("Keys from bytes")
struct KeyParserTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var bytes: String
    var keys: [Key]
    var testDescription: String { name }
  }

  // ECMA-48 §5.4 and the cursor keys of xterm's control sequences in both modes.
  static let rows = [
    Row(name: "letters", bytes: "aQ1", keys: [.character("a"), .character("Q"), .character("1")]),
    Row(
      name: "cursor keys", bytes: "\u{1b}[A\u{1b}[B\u{1b}[C\u{1b}[D",
      keys: [.up, .down, .right, .left]),
    Row(name: "cursor keys in application mode", bytes: "\u{1b}OA\u{1b}OB", keys: [.up, .down]),
    Row(
      name: "keys without a letter", bytes: "\r\n\t\u{7f}\u{8}",
      keys: [.enter, .enter, .tab, .backspace, .backspace]),
    Row(name: "control", bytes: "\u{3}\u{1a}", keys: [.control("c"), .control("z")]),
    Row(name: "beyond ASCII", bytes: "ñß♯😀", keys: "ñß♯😀".map { .character($0) }),
    Row(
      name: "a function key is one key", bytes: "\u{1b}[15~q", keys: [.unknown, .character("q")]),
    Row(
      name: "a modified cursor key is one key", bytes: "\u{1b}[1;5Aq",
      keys: [.unknown, .character("q")]),
    Row(
      name: "a function key of the Linux console is one key", bytes: "\u{1b}[[Aq",
      keys: [.unknown, .character("q")]),
    Row(name: "alt and a letter", bytes: "\u{1b}qa", keys: [.unknown, .character("a")]),
    Row(
      name: "what is pasted presses nothing", bytes: "\u{1b}[200~q\u{1b}[A\rq\u{1b}[201~x",
      keys: [.pasted("q\u{1b}[A\rq"), .character("x")]),
  ]

  @Test("each sequence of bytes is its key", arguments: rows)
  func reads(row: Row) {
    var parser = KeyParser()
    #expect(parser.keys(from: row.bytes.utf8) == row.keys)
    #expect(!parser.isWaiting)
  }

  @Test("reads the same keys for chunks of any size", arguments: rows)
  func readsChunks(row: Row) {
    var parser = KeyParser()
    var keys: [Key] = []
    for byte in row.bytes.utf8 { keys += parser.keys(from: [byte]) }
    #expect(keys == row.keys)
  }

  @Test("an escape byte that nothing follows is the escape key")
  func findsEscape() {
    var parser = KeyParser()
    #expect(parser.keys(from: [0x1b]) == [])
    #expect(parser.isWaiting)
    #expect(parser.flush() == .escape)
    #expect(parser.flush() == nil)
    #expect(parser.keys(from: [0x1b, 0x1b]) == [.escape])
    #expect(parser.flush() == .escape)
  }

  @Test("an incomplete sequence is one unknown key, and later keys are read")
  func endsSequences() {
    var parser = KeyParser()
    let bytes = [0x1b, 0x5b] + [UInt8](repeating: 0x31, count: 33)
    #expect(parser.keys(from: bytes) == [.unknown])
    #expect(parser.keys(from: [0x61]) == [.character("a")])
  }

  @Test("a very long paste keeps its beginning, and its end is found")
  func boundsPastes() {
    var parser = KeyParser()
    let text = String(repeating: "x", count: 100_000)
    let keys = parser.keys(from: "\u{1b}[200~\(text)\u{1b}[201~q".utf8)
    #expect(keys.count == 2)
    #expect(keys.last == .character("q"))
    guard case .pasted(let kept)? = keys.first else {
      Issue.record("not a paste: \(keys)")
      return
    }
    #expect(kept.utf8.count <= 4102)
  }

  @Test(
    "bytes that are not UTF-8 are unknown keys, and no later key is lost", arguments: [0x80, 0xff])
  func refusesBrokenText(byte: UInt8) {
    var parser = KeyParser()
    #expect(parser.keys(from: [byte, 0x61]) == [.unknown, .character("a")])
    #expect(parser.keys(from: [0xc3, 0x61]) == [.character("a")])
  }

  @Test("random bytes are read to their end")
  func survivesAnything() {
    var generator = SplitMix64(seed: 7)
    for _ in 0..<2000 {
      var parser = KeyParser()
      let bytes = (0..<64).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      _ = parser.keys(from: bytes)
      _ = parser.flush()
      // Only a paste stays open until its end comes.
      let keys = parser.keys(from: "\u{1b}[201~".utf8) + parser.keys(from: [0x61])
      #expect(keys.last == .character("a"))
    }
  }
}
