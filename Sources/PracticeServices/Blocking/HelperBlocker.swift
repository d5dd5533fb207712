// SPDX-License-Identifier: MIT

import ChildProcesses
import Dispatch
public import PracticeGate
public import PracticeGoals

/// Blocks hosts by a program that may change the hosts file and does nothing else.
///
/// The gate then needs no right that its player does not have: settings, journal, hooks and health data
/// are read and run as the player. The program gets a ``SectionOrder`` as its standard input.
public actor HelperBlocker: Blocker {
  /// How long the program may take, in seconds.
  private static let timeout = 60.0

  private let command: [String]
  private let environment: [String: String]
  private let leaseSeconds: Int

  /// Makes a blocker.
  ///
  /// - Parameters:
  ///   - command: the program and its arguments, such as `sudo -n tuner gate section`.
  ///   - environment: this process's variables.
  ///   - leaseSeconds: how long a block holds by itself.
  public init(_ command: [String], environment: [String: String], leaseSeconds: Int) {
    self.command = command
    self.environment = environment
    self.leaseSeconds = leaseSeconds
  }

  /// Asks the program whether it may change the hosts file; changes nothing.
  ///
  /// - Throws: `BlockerError.updateFailed` with what it complains of.
  public func requestAuthorization() async throws(BlockerError) {
    try await run(["--check"], input: "")
  }

  /// Refuses targets that should be hosts and can't be.
  public func setSelection(_ targets: [TargetID]) async throws(BlockerError) {
    _ = try HostsBlocker.hosts(of: targets)
  }

  /// Has the section put in place, renewed, or taken out.
  public func updateShields(blocked: [TargetID], until: WallTime?) async throws(BlockerError) {
    _ = try HostsBlocker.hosts(of: blocked)
    let order = SectionOrder(blocked, until: until, leaseSeconds: leaseSeconds).text
    try await run([], input: order)
  }

  private func run(_ more: [String], input: String) async throws(BlockerError) {
    let (command, environment) = (command, environment)
    let problem = await withCheckedContinuation { continuation in
      // Waiting is done on a thread of its own, not on one that tasks share.
      DispatchQueue.global().async {
        continuation.resume(returning: Self.problem(command + more, environment, input))
      }
    }
    if let problem { throw .updateFailed(description: problem) }
  }

  /// Runs the program; `nil` when it succeeded, else what was wrong.
  private static func problem(
    _ words: [String], _ environment: [String: String], _ input: String
  ) -> String? {
    guard let path = Launch.path(of: words[0], in: environment["PATH"]) else {
      return "\(words[0]) is no program that can be run"
    }
    do throws(ChildError) {
      let outcome = try BoundedRun(
        path: path, arguments: Array(words.dropFirst()), environment: environment,
        input: Array(input.utf8), timeLimit: timeout, outputLimit: 1 << 16
      ).run()
      if outcome.ending == .exited(0) { return nil }
      let said = String(decoding: outcome.complaints, as: UTF8.self)
        .split(whereSeparator: \.isNewline).joined(separator: "; ")
      return "\(words[0]): \(said.isEmpty ? "status \(outcome.ending?.status ?? -1)" : said)"
    } catch {
      return "\(error)"
    }
  }
}
