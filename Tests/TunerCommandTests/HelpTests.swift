// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

@Suite("--help")
struct HelpTests {
  /// A command as `--experimental-dump-help` describes it.
  struct Command: Decodable {
    struct Argument: Decodable {
      struct Name: Decodable { var kind, name: String }
      var kind: String
      var names: [Name]?
    }

    var commandName: String
    var shouldDisplay: Bool
    var subcommands: [Command]?
    var arguments: [Argument]?
    var discussion: String?

    /// The letters of the short options or flags of this command and all below it.
    func letters(of kind: String) -> Set<String> {
      let own = (arguments ?? []).filter { $0.kind == kind }.flatMap { $0.names ?? [] }
        .filter { $0.kind == "short" }.map(\.name)
      return (subcommands ?? []).reduce(into: Set(own)) { $0.formUnion($1.letters(of: kind)) }
    }

    /// The discussions of this command and all below it, as they are written.
    func discussions(below path: [String] = []) -> [[String]: String] {
      let own = path + [commandName]
      return (subcommands ?? []).reduce(into: [own: discussion ?? ""]) {
        $0.merge($1.discussions(below: own)) { first, _ in first }
      }
    }

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
    let command = try JSONDecoder().decode(Dump.self, from: Data(dump.utf8)).command
    let (paths, texts) = (command.paths(), command.discussions())
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
      // A reader copies an example. Help has 80 columns without a terminal, and breaks longer
      // lines.
      let written = texts[path]?.components(separatedBy: "\n") ?? []
      for example in written.drop(while: { $0 != "EXAMPLES" }).prefix(while: { !$0.isEmpty }) {
        #expect(example.count < 80 && lines.contains(example), "\(label): \(example)")
      }
      let refused = try program.run(path.dropFirst() + ["--no-such-option"]).errors
      #expect(refused.hasSuffix("\nSee: \(label) --help\n"), "\(refused)")
    }
  }

  @Test(
    "every short option with a value takes it from the same word, in every command",
    arguments: ["tuner", "tuner-bench"])
  func joinedValues(name: String) throws {
    struct Dump: Decodable { var command: Command }
    // Tuner.lettersWithValue and TunerBench.lettersWithValue.
    let letters: Set<String> = name == "tuner" ? ["d", "f", "j", "o", "t"] : ["j"]
    let dump = try Program(name).run(["--experimental-dump-help"]).output
    let command = try JSONDecoder().decode(Dump.self, from: Data(dump.utf8)).command
    #expect(command.letters(of: "option") == letters)
    #expect(command.letters(of: "flag").isDisjoint(with: letters))
  }

  @Test(
    "a value in the word of its option is refused by the name of the option",
    arguments: [
      (["check", "-fhtml", "x.wav"], "'html' is invalid for '-f"),
      (["check", "-j0", "x.wav"], "-j 0: give 1 to 1024"),
      (["check", "-dhw:1", "x.wav"], "Unknown option '-d"),
    ])
  func refusesJoinedValues(words: [String], complaint: String) throws {
    let outcome = try Program("tuner").run(words)
    #expect(outcome.status == 2 && outcome.output == "", "\(words): \(outcome.output)")
    #expect(outcome.errors.contains(complaint), "\(outcome.errors)")
  }

  @Test("a value in the word of its option is used", arguments: [["-tdadgad"], ["-t", "dadgad"]])
  func usesJoinedValues(words: [String]) throws {
    let outcome = try Program("tuner").run(["check", "--print-config"] + words)
    #expect(outcome.output.contains(/tuning +dadgad +flag/), "\(outcome.errors)")
  }
}
