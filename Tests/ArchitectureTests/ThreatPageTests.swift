// SPDX-License-Identifier: MIT

import Foundation
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
    let rows = try Repository.text("docs/threats.md").split(separator: "\n")
      .filter { $0.hasPrefix("| ") && $0.contains(". | ") }
    #expect(rows.count >= 25)
    let tests = try Self.files(below: "Tests").map(\.text).joined()
    for row in rows {
      let names = row.matches(of: /"([^"]+)"/).map { String($0.output.1) }
      #expect(!names.isEmpty, "\(row) names no test")
      for name in names {
        #expect(tests.containsBytes(of: "\"\(name)\""), "\"\(name)\" is no test")
      }
    }
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
