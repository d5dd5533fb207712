// SPDX-License-Identifier: MIT

public import ArgumentParser
import Foundation

/// The root command of a program, with the exit statuses and messages that all programs share.
public protocol Program: ParsableCommand {}

extension Program {
  /// Parses the command line, runs the command, and ends the process.
  public static func main() {
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

  /// Ends with the status of `error`: help goes to standard output, what went wrong to standard error
  /// in one or two lines.
  private static func finish(with error: any Error) -> Never {
    if let status = error as? ExitStatus { Foundation.exit(status.code) }
    if exitCode(for: error) == .success {
      do {
        try StandardOutput.write(fullMessage(for: error) + "\n")
      } catch {
        finish(with: error)
      }
      Foundation.exit(ExitStatus.done)
    }
    let name = configuration.commandName ?? _commandName
    let isUsage = exitCode(for: error) == .validationFailure
    let message = isUsage ? Self.message(for: error) : "\(error)"
    let help = isUsage ? "\nSee: \(commandPath(from: name)) --help" : ""
    // A message may quote an argument or another program: nothing of it steers the terminal.
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
      .map { printable(String($0)) }
    StandardError.write("\(name): \(lines.joined(separator: "\n"))\(help)\n")
    Foundation.exit(ExitStatus.usage.code)
  }

  /// The program and the subcommands that were named, as one types them.
  private static func commandPath(from name: String) -> String {
    var path = [name]
    var commands = configuration.subcommands
    for word in CommandLine.arguments.dropFirst() {
      guard let next = commands.first(where: { $0.configuration.commandName == word }) else {
        break
      }
      path.append(word)
      commands = next.configuration.subcommands
    }
    return path.joined(separator: " ")
  }
}
