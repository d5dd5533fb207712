// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

@Suite("--help")
struct HelpTests {
  /// A command as `--experimental-dump-help` describes it.
  struct Command: Decodable {
    var commandName: String
    var shouldDisplay: Bool
    var subcommands: [Command]?

    /// This command and all below it, as words.
    func paths(below path: [String] = []) -> [[String]] {
      guard shouldDisplay, commandName != "help" else { return [] }
      let own = path + [commandName]
      return [own] + (subcommands ?? []).flatMap { $0.paths(below: own) }
    }
  }

  @Test(
    "of every command begins with examples", arguments: ["tuner", "tuner-bench"])
  func examplesFirst(name: String) throws {
    struct Dump: Decodable { var command: Command }
    let program = Program(name)
    let dump = try program.run(["--experimental-dump-help"]).output
    let paths = try JSONDecoder().decode(Dump.self, from: Data(dump.utf8)).command.paths()
    #expect(paths.count >= 11)
    for path in paths {
      let help = try program.run(path.dropFirst() + ["--help"]).output
      let lines = help.components(separatedBy: "\n")
      let label = path.joined(separator: " ")
      #expect(try program.run(["help"] + path.dropFirst()).output == help, "help on \(label)")
      // The abstract, a blank line, and the examples.
      #expect(lines.first?.hasPrefix("OVERVIEW: ") == true, "\(label)")
      let first = lines.dropFirst().drop { !$0.isEmpty }.dropFirst().first
      #expect(first == "EXAMPLES", "\(label) --help")
      #expect(lines.contains { $0.hasPrefix("  \(label)") }, "\(label) shows itself in no example")
      let refused = try program.run(path.dropFirst() + ["--no-such-option"]).errors
      #expect(refused.hasSuffix("\nSee: \(label) --help\n"), "\(refused)")
    }
  }
}
