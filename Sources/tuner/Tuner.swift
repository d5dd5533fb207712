// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation

@main
struct Tuner: ParsableCommand {
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "tuner",
    abstract: "Tells what note a guitar is playing, and how far off it is.",
    version: version,
    subcommands: [AnalyzeCommand.self])

  static func main() {
    signal(SIGPIPE, SIG_IGN)
    do {
      try perform()
    } catch {
      finish(with: error)
    }
  }

  private static func perform() throws {
    var command = try parseAsRoot()
    try command.run()
  }

  /// Ends with the status of `error`: help goes to standard output, what went wrong to standard
  /// error in one or two lines.
  private static func finish(with error: any Error) -> Never {
    if let status = error as? ExitStatus { Foundation.exit(status.code) }
    if let error = error as? OutputError {
      StandardError.write("tuner: \(error)\n")
      Foundation.exit(ExitStatus.usage.code)
    }
    guard exitCode(for: error) == .success else {
      let usage = commandPath(in: CommandLine.arguments)
      StandardError.write("tuner: \(printable(message(for: error)))\nSee: \(usage) --help\n")
      Foundation.exit(ExitStatus.usage.code)
    }
    do {
      try StandardOutput.write(fullMessage(for: error) + "\n")
    } catch {
      finish(with: error)
    }
    Foundation.exit(ExitStatus.done)
  }

  private static func commandPath(in arguments: [String]) -> String {
    let names = configuration.subcommands.compactMap { $0.configuration.commandName }
    return (["tuner"] + arguments.dropFirst().prefix(1).filter(names.contains))
      .joined(separator: " ")
  }
}
