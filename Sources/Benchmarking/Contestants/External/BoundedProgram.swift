// SPDX-License-Identifier: MIT

internal import ChildProcesses
internal import Foundation

/// A child process with limits on its time and output, stopped with all its children at a limit.
struct BoundedProgram {
  /// The program and its arguments.
  let words: [String]
  /// The time limit in seconds.
  let timeLimit: Double
  /// The output limit in bytes.
  let outputLimit: Int

  /// The number of lines of the standard error that are reported.
  private static let complaintLines = 3

  /// Runs the program until it ends or meets a limit.
  ///
  /// - Returns: the standard output.
  /// - Throws: `ContestantError.notInstalled`, `.timedOut`, `.printedTooMuch`, `.failed` or
  ///   `.crashed`.
  func run() throws(ContestantError) -> String {
    guard let program = Self.path(of: words[0]) else {
      throw .notInstalled(
        program: words[0], remedy: "Install it, or correct the command of the contestant")
    }
    let outcome: BoundedRun.Outcome
    do throws(ChildError) {
      outcome = try BoundedRun(
        path: program, arguments: Array(words.dropFirst()),
        environment: ProcessInfo.processInfo.environment, timeLimit: timeLimit,
        outputLimit: outputLimit
      ).run()
    } catch {
      throw .notInstalled(program: words[0], remedy: "It can't be started (\(error))")
    }
    switch outcome.limit {
    case .time: throw .timedOut(seconds: timeLimit)
    case .output: throw .printedTooMuch(bytes: outputLimit)
    case nil: break
    }
    let message = String(decoding: outcome.errorOutput, as: UTF8.self)
      .split(whereSeparator: \.isNewline).suffix(Self.complaintLines).joined(separator: "; ")
    switch outcome.ending {
    case .exited(0): return String(decoding: outcome.output, as: UTF8.self)
    case .exited(let status): throw .failed(status: status, message: message)
    case .signalled(let signal): throw .crashed(signal: signal, message: message)
    case nil: throw .crashed(signal: 0, message: "its end was lost")
    }
  }

  /// Returns the path of a program on `PATH`; `nil` when there is none.
  static func path(of program: String) -> String? {
    Launch.path(of: program, in: ProcessInfo.processInfo.environment["PATH"])
  }
}
