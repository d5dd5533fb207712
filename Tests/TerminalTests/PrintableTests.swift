// SPDX-License-Identifier: MIT

import Terminal
import Testing

@Suite("Printable text")
struct PrintableTests {
  @Test(
    "characters that control a terminal or reorder a line are escaped",
    arguments: [
      ("\u{1B}[31mred", "\\x1b[31mred"),
      ("a\nb", "a\\x0ab"),
      ("a\r\nb", "a\\x0d\\x0ab"),
      ("\t\0\u{7F}", "\\x09\\x00\\x7f"),
      ("\u{9B}2J", "\\x9b2J"),  // the one-byte form of ESC [
      ("take\u{202E}vaw.exe", "take\\x202evaw.exe"),  // right-to-left override
      ("\u{2066}a\u{2069}", "\\x2066a\\x2069"),  // bidirectional isolates
      ("a\u{200B}b\u{FEFF}", "a\\x200bb\\xfeff"),  // invisible
      ("a\u{2028}b\u{2029}", "a\\x2028b\\x2029"),  // line and paragraph separators
    ])
  func escapes(text: String, shown: String) {
    #expect(printable(text) == shown)
  }

  @Test(
    "ordinary text in any script is left as it is",
    arguments: [
      "", "A2: +15.7 cents", "F♯3", "Gitarre, gestrichen — schön", "e\u{301}", "ギター", "עברית", "🎸",
      "back\\slash \"quotes\" $HOME `x`", "\u{A0}non-breaking",
    ])
  func keeps(text: String) {
    #expect(Array(printable(text).unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test("printable text is unchanged")
  func isIdempotent() {
    let once = printable("\u{1B}]0;title\u{7}\n")
    #expect(printable(once) == once)
  }

  @Test("text of several lines keeps line ends and tabs, and loses all other control characters")
  func lines() {
    let text = "a\tb\r\n\u{1B}[2Jc\u{9B}1m\n\u{202E}d\n"
    #expect(printableLines(text) == "a\tb\\x0d\n\\x1b[2Jc\\x9b1m\n\\x202ed\n")
    #expect(printableLines("") == "" && printableLines("\n") == "\n")
  }
}
