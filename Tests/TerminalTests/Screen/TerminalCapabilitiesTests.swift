// SPDX-License-Identifier: MIT

import Terminal
import Testing

@Suite("The capabilities of a terminal")
struct TerminalCapabilitiesTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var environment: [String: String]
    var color = TerminalCapabilities.ColorChoice.auto
    var isTerminal = true
    var expected: TerminalCapabilities
    var testDescription: String { "\(environment) \(color) \(isTerminal)" }
  }

  static let rows = [
    Row(
      environment: ["TERM": "xterm-256color", "LANG": "en_US.UTF-8"],
      expected: .init(isFullScreen: true, hasColor: true, hasUnicode: true)),
    Row(
      environment: ["TERM": "dumb", "LANG": "C.UTF-8"],
      expected: .init(isFullScreen: false, hasColor: false, hasUnicode: true)),
    Row(
      environment: [:], expected: .init(isFullScreen: false, hasColor: false, hasUnicode: false)),
    // no-color.org: any value but the empty one.
    Row(
      environment: ["TERM": "xterm", "NO_COLOR": "1", "LANG": "C"],
      expected: .init(isFullScreen: true, hasColor: false, hasUnicode: false)),
    Row(
      environment: ["TERM": "xterm", "NO_COLOR": ""],
      expected: .init(isFullScreen: true, hasColor: true, hasUnicode: false)),
    Row(
      environment: ["TERM": "xterm", "NO_COLOR": "1"], color: .always,
      expected: .init(isFullScreen: true, hasColor: true, hasUnicode: false)),
    Row(
      environment: ["TERM": "xterm"], color: .never,
      expected: .init(isFullScreen: true, hasColor: false, hasUnicode: false)),
    // locale(7): LC_ALL before LC_CTYPE before LANG.
    Row(
      environment: ["TERM": "xterm", "LC_ALL": "C", "LANG": "de_DE.utf8"],
      expected: .init(isFullScreen: true, hasColor: true, hasUnicode: false)),
    Row(
      environment: ["TERM": "xterm", "LC_ALL": "", "LC_CTYPE": "es_ES.UTF-8", "LANG": "C"],
      expected: .init(isFullScreen: true, hasColor: true, hasUnicode: true)),
    Row(
      environment: ["TERM": "xterm", "LANG": "C.UTF-8"], isTerminal: false,
      expected: .init(isFullScreen: false, hasColor: false, hasUnicode: true)),
  ]

  @Test("follows the environment", arguments: rows)
  func follows(row: Row) {
    let capabilities = TerminalCapabilities(
      environment: row.environment, isInputTerminal: row.isTerminal,
      isOutputTerminal: row.isTerminal, color: row.color)
    #expect(capabilities == row.expected)
  }
}
