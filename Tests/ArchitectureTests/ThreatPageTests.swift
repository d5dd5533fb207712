// SPDX-License-Identifier: MIT

import Foundation
import SourceReading
import Testing

@Suite("docs/threats.md")
struct ThreatPageTests {
  /// The text of every Swift file below a folder, by path.
  private static func files(below folder: String) throws -> [(path: String, text: String)] {
    let root = Repository.root.appending(path: folder)
    let names = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String }
    return try (names ?? []).filter { $0.hasSuffix(".swift") }.map {
      ("\(folder)/\($0)", try Repository.text("\(folder)/\($0)"))
    }
  }

  @Test("every statement names tests, and every named test exists")
  func namesTests() throws {
    let rows = Self.statements(in: try Repository.text("docs/threats.md"))
    #expect(rows.count >= 72)
    let tests = try Self.files(below: "Tests").map(\.text)
    for row in rows {
      let names = row.matches(of: /"([^"]+)"/).map { String($0.output.1) }
      #expect(!names.isEmpty, "\(row) names no test")
      for name in names {
        #expect(
          tests.contains { Self.hasTest(named: name, in: $0) }, "\"\(name)\" is no test that runs")
      }
    }
  }

  /// Returns every row below a header of statements and tests.
  private static func statements(in page: String) -> [Substring] {
    var rows: [Substring] = []
    var isTable = false
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "| statement | tests |" {
        isTable = true
      } else if !line.hasPrefix("|") {
        isTable = false
      } else if isTable, !line.hasPrefix("|--") {
        rows.append(line)
      }
    }
    return rows
  }

  /// Returns true if a source has a test of this name that is neither commented out nor disabled.
  private static func hasTest(named name: String, in source: String) -> Bool {
    let literal = "\"\(name)\""
    guard source.containsBytes(of: literal) else { return false }
    return source.ranges(of: literal).contains { range in
      let before = source[..<range.lowerBound].reversed().drop(while: \.isWhitespace)
      let line = before.prefix { !$0.isNewline }.reversed()
      let rest = source[range.upperBound...]
      let attribute = rest.firstRange(of: "func ").map { rest[..<$0.lowerBound] } ?? rest
      return String(line.suffix(6)) == "@Test(" && !String(line).contains("//")
        && !attribute.contains(".disabled")
    }
  }

  @Test(
    "the search for a test finds each spelling, and nothing else",
    arguments: [
      ("  @Test(\"a b\") func c() {}", true),
      ("  @Test(\n    \"a b\", arguments: [1])\n  func c() {}", true),
      ("  @Test(\"a b\", .enabled(if: isRoot))\n  func c() {}", true),
      ("  // @Test(\"a b\") func c() {}", false),
      ("  @Test(\"a b\", .disabled())\n  func c() {}", false),
      ("  let text = \"a b\"\n  func c() {}", false),
      ("  @Test(\"c\", arguments: [\"a b\"]) func c() {}", false),
    ])
  func findsTests(source: String, isTest: Bool) {
    #expect(Self.hasTest(named: "a b", in: source) == isTest)
  }

  @Test("a row of any form below a header is a statement")
  func findsRows() {
    let page = """
      | a | b |

      | statement | tests |
      |---|---|
      | one | two |
      | three! | |

      | c | d |
      """
    #expect(Self.statements(in: page) == ["| one | two |", "| three! | |"])
  }

  @Test("no source starts a shell")
  func startsNoShell() throws {
    let shells = [
      "/bin/sh", "/bin/bash", "popen(", "system(", "wordexp(", "\"sh\"", "\"bash\"", "\"-c\"",
    ]
    let sources = try Self.files(below: "Sources")
    #expect(sources.count > 400)
    for (path, text) in sources where shells.contains(where: text.containsBytes) {
      let code = text.split(separator: "\n").filter {
        !$0.drop { $0 == " " }.hasPrefix("//")
      }.joined(separator: "\n")
      for shell in shells where code.contains(shell) {
        // Names that only end like one of these, as in `init(system:`, do not count.
        let isThere = code.matches(of: try Regex("(?:^|[^A-Za-z_.])" + Self.escaped(shell)))
        #expect(isThere.isEmpty, "\(path): \(shell)")
      }
    }
  }

  @Test("only the terminal's own module writes to the standard streams")
  func writesInOnePlace() throws {
    let past = [
      "print(", "debugPrint(", "dump(", "fputs(", "puts(", "printf(", "fwrite(", "perror(",
      "FileHandle.standardOutput", "FileHandle.standardError", "write(STDOUT_FILENO",
      "write(STDERR_FILENO",
    ]
    // Progress bars, the screen and its bell contain only the programs' own text.
    let drawers: Set = [
      "BatchProgress.swift", "LevelMeter.swift", "GateWorld.swift", "DisplaySession.swift",
      "ScreenFeedback.swift", "ProgressLine.swift", "DownloadProgress.swift", "ShardProgress.swift",
    ]
    var found: Set<String> = []
    for (path, text) in try Self.files(below: "Sources") where !path.contains("/Terminal/") {
      for word in past where text.containsBytes(of: word) {
        let calls = text.replacing("func \(word)", with: "")
          .matches(of: try Regex("(?:^|[^A-Za-z_.`])" + Self.escaped(word)))
        #expect(calls.isEmpty, "\(path): \(word)")
      }
      let name = path.split(separator: "/").last.map(String.init) ?? path
      if text.containsBytes(of: "StandardOutput.draw(")
        || text.containsBytes(of: "StandardError.draw(")
      {
        found.insert(name)
      }
    }
    #expect(found == drawers)
  }

  private static func escaped(_ text: String) -> String {
    text.map { "\\^$.|?*+()[]{}/\"-".contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }
}
