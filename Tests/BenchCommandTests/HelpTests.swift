// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

@Suite("tuner-bench --help")
struct HelpTests {
  static let commands = [
    "", "accuracy", "synthetic", "polyphony", "strum", "latency", "rate", "tremolo", "soak",
    "compare", "merge", "datasets",
    "datasets list", "datasets fetch", "datasets verify",
  ]

  @Test("prints the text of the snapshot", arguments: commands)
  func snapshot(command: String) throws {
    let words = command.split(separator: " ").map(String.init)
    let outcome = try Program("tuner-bench")
      .run(words + ["--help"], environment: ["COLUMNS": "80"])
    #expect((outcome.status, outcome.errors) == (0, ""))
    let name = words.isEmpty ? "tuner-bench" : words.joined(separator: "-")
    let file = "Resources/Help/\(name).txt"
    let agreed = try? String(
      contentsOf: Bundle.module.bundleURL.appendingPathComponent(file), encoding: .utf8)
    let command = (["swift run tuner-bench"] + words).joined(separator: " ")
    #expect(
      outcome.output == agreed,
      "Read what changed: COLUMNS=80 \(command) --help > Tests/BenchCommandTests/\(file)")
  }

  @Test("every command has a snapshot")
  func complete() throws {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: Bundle.module.bundleURL.appendingPathComponent("Resources/Help").path)
    let named = Self.commands.map { $0.isEmpty ? "tuner-bench" : $0 }
      .map { $0.replacingOccurrences(of: " ", with: "-") + ".txt" }
    #expect(Set(files) == Set(named))
    let root = try Program("tuner-bench").run(["--help"]).output
    let listed = root.components(separatedBy: "SUBCOMMANDS:\n").dropFirst().joined()
      .matches(of: #/(?m)^ {2}([a-z-]+) /#).map { String($0.output.1) }
    let commands = Self.commands.filter { !$0.isEmpty }.map { command -> String in
      String(command.prefix { $0 != " " })
    }
    #expect(Set(listed).subtracting(["help"]) == Set(commands))
  }
}
