// SPDX-License-Identifier: MIT

public import ArgumentParser
import Glibc

/// The root command of a program, with the exit statuses and messages that all programs share.
public protocol Program: ParsableCommand {}

extension Program {
  /// Parses the command line, runs the command, and ends the process.
  public static func main() {
    signal(SIGPIPE, SIG_IGN)
    // A file that may not grow is an error of its write, as a full disk is, and no silent end.
    signal(SIGXFSZ, SIG_IGN)
    // Nothing of the run is held any more: an enum keeps its case in the upper bits of a pointer where
    // it can, and what is behind such a pointer looks lost to a search for leaks at the end.
    Glibc.exit(status())
  }

  /// Parses the command line and runs the command; what went wrong has been said when it returns.
  ///
  /// - Parameter arguments: the words after the program's name; `nil` for those of the process.
  /// - Returns: what the process ends with. Nothing of the command or of its error outlives the call.
  static func status(of arguments: [String]? = nil) -> Int32 {
    do {
      var command = try parseAsRoot(arguments)
      try command.run()
      return ExitStatus.done
    } catch {
      return status(after: error)
    }
  }

  /// The status of `error`: help goes to standard output, what went wrong to standard error in one or
  /// two lines.
  private static func status(after error: any Error) -> Int32 {
    if let status = error as? ExitStatus { return status.code }
    if exitCode(for: error) == .success {
      do {
        try StandardOutput.write(fullMessage(for: error) + "\n")
        return ExitStatus.done
      } catch {
        return status(after: error)
      }
    }
    let name = configuration.commandName ?? _commandName
    let isUsage = exitCode(for: error) == .validationFailure
    let message = isUsage ? Self.message(for: error) : "\(error)"
    let help = isUsage ? "\nSee: \(commandPath(from: name)) --help" : ""
    // A message may quote an argument or another program: nothing of it steers the terminal.
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
      .map { printable(String($0)) }
    StandardError.write("\(name): \(lines.joined(separator: "\n"))\(help)\n")
    return ExitStatus.usage.code
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
