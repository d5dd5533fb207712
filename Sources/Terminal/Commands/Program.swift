// SPDX-License-Identifier: MIT

package import ArgumentParser
import FileStore
import Glibc

/// The root command of a program, with the exit statuses and messages that all programs share.
package protocol Program: ParsableCommand {
  /// The letters of the short options that need a value, in any command of the program.
  ///
  /// No other option of the program has one of these letters.
  static var lettersWithValue: String { get }

  /// Returns the message of an error that a command has thrown.
  ///
  /// - Parameter error: any error but a refusal of the command line.
  /// - Returns: one or two lines, not yet safe for a terminal.
  static func sentence(about error: any Error) -> String
}

extension Program {
  /// The words of the error itself.
  package static func sentence(about error: any Error) -> String { "\(error)" }

  /// Parses the command line, runs the command, and ends the process.
  package static func main() {
    StandardDescriptors.reserve()
    signal(SIGPIPE, SIG_IGN)
    // A write beyond the file size limit then fails as on a full disk, instead of ending the
    // program.
    signal(SIGXFSZ, SIG_IGN)
    // Exits only here, when the command is released: an enum may keep its case in the upper bits of
    // a pointer, and a leak checker would report the object behind it at exit.
    Glibc.exit(status())
  }

  /// Parses the command line, runs the command, and prints its error.
  ///
  /// - Parameter arguments: the arguments; `nil` for those of the process.
  /// - Returns: the exit status. The command and its error are released.
  static func status(of arguments: [String]? = nil) -> Int32 {
    do {
      // Names of files need not be UTF-8, and the parser's own arguments lose their bytes.
      let arguments = arguments ?? PathText.arguments
      try refuseHelpOnUnknownCommand(arguments)
      let words = NegativeValue.marked(
        JoinedValue.marked(arguments, letters: lettersWithValue))
      try refuseHelpInAWord(words)
      var command = try parseAsRoot(words)
      try command.run()
      return ExitStatus.done
    } catch {
      return status(after: error)
    }
  }

  /// Refuses `help` for a command that does not exist; the parser would show other help.
  private static func refuseHelpOnUnknownCommand(_ arguments: [String]) throws {
    guard arguments.first == "help" else { return }
    var commands = configuration.subcommands
    for word in arguments.dropFirst() where !word.hasPrefix("-") && word != "help" {
      guard let next = commands.first(where: { $0._commandName == word }) else {
        throw ValidationError("There is no command \"\(word)\" that help could be about.")
      }
      commands = next.configuration.subcommands
    }
  }

  /// Refuses a word with one dash that holds an h among other letters, such as `-high.wav`.
  ///
  /// The parser would take it for letters of options and show help, so a check of files would end
  /// with success.
  private static func refuseHelpInAWord(_ words: [String]) throws {
    for word in words.prefix(while: { $0 != "--" })
    where word.hasPrefix("-") && !word.hasPrefix("--") && word.count > 2 && word.contains("h")
      && !JoinedValue.hasEqualsSign(word)
    {
      throw ValidationError(
        "Unknown option '\(word)'. Write ./ or -- before a name that begins with a dash.")
    }
  }

  /// Returns the status of `error`, after help on standard output or a message of one or two lines
  /// on standard error.
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
    let name = _commandName
    let isRefusal = exitCode(for: error) == .validationFailure
    let isUsage = isRefusal || error is any UsageError
    let message = isRefusal ? Self.message(for: error) : sentence(about: error)
    let help = isUsage ? "\nSee: \(commandPath(from: name)) --help" : ""
    // The message may quote an argument or another program, so it is made safe for the terminal.
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
      .map { printable(String($0)) }
    StandardError.write("\(name): \(lines.joined(separator: "\n"))\(help)\n")
    return ExitStatus.usage.code
  }

  /// Returns the program and the subcommands as they are typed.
  private static func commandPath(from name: String) -> String {
    var path = [name]
    var commands = configuration.subcommands
    for word in CommandLine.arguments.dropFirst() {
      guard let next = commands.first(where: { $0._commandName == word }) else {
        break
      }
      path.append(word)
      commands = next.configuration.subcommands
    }
    return path.joined(separator: " ")
  }
}
