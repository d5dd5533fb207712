// SPDX-License-Identifier: MIT

import ChildProcesses
import FileStore
import Glibc
public import PracticeGate
public import PracticeGoals

/// Blocks and unblocks by running the user's own program, for targets that are not hosts.
///
/// The program starts with the given arguments and without a shell. Its standard input is empty.
/// Its environment holds `PATH`, `HOME`, `LANG`, `USER` and `XDG_RUNTIME_DIR` unchanged,
/// `HEADSTOCK_EVENT` (`block` or `unblock`), `HEADSTOCK_TARGETS` (the blocked targets, one on each
/// line) and `HEADSTOCK_UNTIL_MS` (milliseconds since 1970, empty for a block without an end). It
/// succeeds if it exits with status 0 within the time limit. After the limit, the program and every
/// process that it started are killed.
public actor CommandHook: Blocker {
  /// The default time limit of a program, in seconds.
  public static let standardTimeout = 10.0

  private static let inherited = ["PATH", "HOME", "LANG", "USER", "XDG_RUNTIME_DIR"]

  private let onBlock: [String]
  private let onUnblock: [String]
  private let environment: [String: String]
  private let timeout: Double
  private var last: [TargetID]?

  /// Makes a hook.
  ///
  /// - Parameters:
  ///   - onBlock: the program to run when the blocked targets change, and its arguments; empty for
  ///     no program.
  ///   - onUnblock: the program to run when no target is blocked any more, and its arguments.
  ///   - environment: the variables of this process.
  ///   - timeout: the time limit of a program, in seconds.
  public init(
    onBlock: [String], onUnblock: [String], environment: [String: String],
    timeout: Double = standardTimeout
  ) {
    self.onBlock = onBlock
    self.onUnblock = onUnblock
    self.environment = environment.filter { Self.inherited.contains($0.key) }
    self.timeout = timeout
  }

  /// Checks that the programs exist and can be run.
  ///
  /// - Throws: `BlockerError.updateFailed` if one cannot be run.
  public func requestAuthorization() async throws(BlockerError) {
    for command in [onBlock, onUnblock] {
      guard let program = command.first else { continue }
      guard Self.canRun(command, environment: environment) else {
        throw .updateFailed(description: "\(program) is no program that can be run")
      }
    }
  }

  /// Returns true if the program of a command exists and can be run; false for no command.
  static func canRun(_ command: [String], environment: [String: String]) -> Bool {
    command.first.map { Launch.path(of: $0, in: environment["PATH"]) != nil } ?? false
  }

  /// Accepts any targets: the program decides what a target means.
  public func setSelection(_ targets: [TargetID]) async throws(BlockerError) {}

  /// Runs the program for the list, unless the previous run was for the same list.
  ///
  /// - Parameters:
  ///   - blocked: the targets.
  ///   - until: the end of the block; `nil` if it lasts until the next call.
  /// - Throws: `BlockerError.updateFailed` if the program can't be started, fails, or takes too
  ///   long.
  public func enforce(blocked: [TargetID], until: WallTime?) async throws(BlockerError) {
    guard blocked != last else { return }
    let command = blocked.isEmpty ? onUnblock : onBlock
    if !command.isEmpty {
      var variables = environment
      variables["HEADSTOCK_EVENT"] = blocked.isEmpty ? "unblock" : "block"
      variables["HEADSTOCK_TARGETS"] = blocked.map(\.rawValue).joined(separator: "\n")
      variables["HEADSTOCK_UNTIL_MS"] = until.map { "\($0.milliseconds)" } ?? ""
      if let problem = await Self.run(command, variables, timeout) {
        throw .updateFailed(description: "\(command[0]) \(problem)")
      }
    }
    last = blocked
  }

  /// Runs a program to its end; returns `nil` if it succeeded, otherwise a description of the
  /// failure.
  private static func run(
    _ command: [String], _ variables: [String: String], _ timeout: Double
  ) async -> String? {
    await onOwnThread { runNow(command, variables, timeout) }
  }

  private static func runNow(
    _ command: [String], _ variables: [String: String], _ timeout: Double
  ) -> String? {
    guard let path = Launch.path(of: command[0], in: variables["PATH"]) else {
      return "can't be started (\(errorText(ENOENT)))"
    }
    do throws(ChildError) {
      var child = try Child(
        Launch(path: path, arguments: command, environment: variables, separation: .group))
      guard let ending = child.wait(atMost: timeout) else {
        return "was ended: it took longer than \(timeout) s"
      }
      switch ending {
      case .exited(0): return nil
      case .exited(let status): return "failed with status \(status)"
      case .signalled(let signal): return "was ended by signal \(signal)"
      }
    } catch {
      return "can't be started (\(errorText(error.code)))"
    }
  }
}
