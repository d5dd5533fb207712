// SPDX-License-Identifier: MIT

internal import ChildProcesses
internal import Foundation

/// A program that is given so much time and so much room, and then ended with all it started.
struct BoundedProgram {
  /// The program and its arguments.
  let words: [String]
  /// Seconds until it is stopped.
  let timeLimit: Double
  /// Bytes of output until it is stopped.
  let outputLimit: Int

  /// How many lines of the complaints are passed on.
  private static let complaintLines = 3

  /// Runs to the end, or until a limit is met.
  ///
  /// - Returns: what was printed.
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
    let message = String(decoding: outcome.complaints, as: UTF8.self)
      .split(whereSeparator: \.isNewline).suffix(Self.complaintLines).joined(separator: "; ")
    switch outcome.ending {
    case .exited(0): return String(decoding: outcome.output, as: UTF8.self)
    case .exited(let status): throw .failed(status: status, message: message)
    case .signalled(let signal): throw .crashed(signal: signal, message: message)
    case nil: throw .crashed(signal: 0, message: "its end was lost")
    }
  }

  /// Looks a program up as a shell would; `nil` where there is none.
  static func path(of program: String) -> String? {
    Launch.path(of: program, in: ProcessInfo.processInfo.environment["PATH"])
  }
}
