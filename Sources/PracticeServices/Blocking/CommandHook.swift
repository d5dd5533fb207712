// SPDX-License-Identifier: MIT

import ChildProcesses
import Dispatch
import Glibc
public import PracticeGate
public import PracticeGoals

/// Blocks and unblocks by running a program of the player's: for everything that is no host.
///
/// The program is started with the arguments it was given and no shell. It has nothing to read, and an
/// environment of its own: `PATH`, `HOME`, `LANG`, `USER` and `XDG_RUNTIME_DIR` as they are,
/// `HEADSTOCK_EVENT` (`block` or `unblock`), `HEADSTOCK_TARGETS` (the blocked targets, one a line) and
/// `HEADSTOCK_UNTIL_MS` (milliseconds since 1970, empty when only another order ends it). It has
/// succeeded when it ends with 0 within its time; after that it is ended, with all it started.
public actor CommandHook: Blocker {
  /// How long a program may take that nobody gave another time, in seconds.
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
  ///   - onBlock: the program to run when the blocked targets change, and its arguments; none for
  ///     nothing.
  ///   - onUnblock: the same for when nothing is blocked any more.
  ///   - environment: this process's variables.
  ///   - timeout: how long a program may take, in seconds.
  public init(
    onBlock: [String], onUnblock: [String], environment: [String: String],
    timeout: Double = standardTimeout
  ) {
    self.onBlock = onBlock
    self.onUnblock = onUnblock
    self.environment = environment.filter { Self.inherited.contains($0.key) }
    self.timeout = timeout
  }

  /// Finds out whether the programs are there to be run.
  ///
  /// - Throws: `BlockerError.updateFailed` when one is not.
  public func requestAuthorization() async throws(BlockerError) {
    for command in [onBlock, onUnblock] {
      guard let program = command.first else { continue }
      let places =
        program.contains("/")
        ? [program] : (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(program)" }
      guard places.contains(where: { access($0, X_OK) == 0 }) else {
        throw .updateFailed(description: "\(program) is no program that can be run")
      }
    }
  }

  /// Takes anything: what a target means is the program's business.
  public func setSelection(_ targets: [TargetID]) async throws(BlockerError) {}

  /// Runs the program that belongs to the list, unless it ran for that list last.
  ///
  /// - Parameters:
  ///   - blocked: the targets.
  ///   - until: until when this holds by itself.
  /// - Throws: `BlockerError.updateFailed` when it can't be started, fails, or takes too long.
  public func updateShields(blocked: [TargetID], until: WallTime?) async throws(BlockerError) {
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

  /// Runs a program to its end; `nil` when it succeeded, else what was wrong with it.
  private static func run(
    _ command: [String], _ variables: [String: String], _ timeout: Double
  ) async -> String? {
    await withCheckedContinuation { continuation in
      // Waiting is done on a thread of its own, not on one that tasks share.
      DispatchQueue.global().async {
        continuation.resume(returning: runNow(command, variables, timeout))
      }
    }
  }

  private static func runNow(
    _ command: [String], _ variables: [String: String], _ timeout: Double
  ) -> String? {
    guard let path = Launch.path(of: command[0], in: variables["PATH"]) else {
      return "can't be started (\(String(cString: strerror(ENOENT))))"
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
      return "can't be started (\(String(cString: strerror(error.code))))"
    }
  }
}
