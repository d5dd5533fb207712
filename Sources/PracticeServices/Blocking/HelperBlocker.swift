// SPDX-License-Identifier: MIT

import ChildProcesses
public import PracticeGate
public import PracticeGoals

/// Blocks hosts through a separate program that only changes the hosts file.
///
/// The gate itself therefore needs only the rights of its user: it reads settings, journal and
/// health data, and runs hooks, as that user. The program reads a `SectionOrder` from its standard
/// input.
public actor HelperBlocker: Blocker {
  /// The time limit of the program, in seconds.
  private static let timeout = 60.0

  private let command: [String]
  private let environment: [String: String]
  private let leaseSeconds: Int
  private let timeout: Double

  /// Makes a blocker.
  ///
  /// - Parameters:
  ///   - command: the program and its arguments, such as `sudo -n tuner gate section`.
  ///   - environment: the variables of this process.
  ///   - leaseSeconds: the lease of a block, in seconds. The block ends by itself after it.
  public init(_ command: [String], environment: [String: String], leaseSeconds: Int) {
    self.init(
      command, environment: environment, leaseSeconds: leaseSeconds, timeout: Self.timeout)
  }

  /// Makes a blocker with another time limit of the program, in seconds.
  package init(
    _ command: [String], environment: [String: String], leaseSeconds: Int, timeout: Double
  ) {
    self.command = command
    self.environment = environment
    self.leaseSeconds = leaseSeconds
    self.timeout = timeout
  }

  /// Asks the program whether it may change the hosts file; changes nothing.
  ///
  /// - Throws: `BlockerError.updateFailed` with the program's message.
  public func requestAuthorization() async throws(BlockerError) {
    try await run(["--check"], input: "")
  }

  /// Refuses targets that are marked as hosts and are not valid host names.
  public func setSelection(_ targets: [TargetID]) async throws(BlockerError) {
    _ = try HostsBlocker.hosts(of: targets)
  }

  /// Orders the program to write, renew or remove the section.
  public func enforce(blocked: [TargetID], until: WallTime?) async throws(BlockerError) {
    _ = try HostsBlocker.hosts(of: blocked)
    let order = SectionOrder(blocked, until: until, leaseSeconds: leaseSeconds).text
    try await run([], input: order)
  }

  private func run(_ more: [String], input: String) async throws(BlockerError) {
    let (command, environment, timeout) = (command, environment, timeout)
    let problem = await onOwnThread {
      Self.problem(command + more, environment, input, within: timeout)
    }
    if let problem { throw .updateFailed(description: problem) }
  }

  /// Runs the program; returns `nil` if it succeeded, otherwise a description of the failure.
  private static func problem(
    _ words: [String], _ environment: [String: String], _ input: String,
    within timeout: Double
  ) -> String? {
    guard let path = Launch.path(of: words[0], in: environment["PATH"]) else {
      return "\(words[0]) is no program that can be run"
    }
    do throws(ChildError) {
      let outcome = try BoundedRun(
        path: path, arguments: Array(words.dropFirst()), environment: environment,
        input: Array(input.utf8), timeLimit: timeout, outputLimit: 1 << 16
      ).run()
      switch outcome.limit {
      case .time: return "\(words[0]): took longer than \(seconds(timeout)) s"
      case .output: return "\(words[0]): its output is too long"
      case nil: break
      }
      if outcome.ending == .exited(0) { return nil }
      let said = String(decoding: outcome.errorOutput, as: UTF8.self)
        .split(whereSeparator: \.isNewline).joined(separator: "; ")
      return "\(words[0]): \(said.isEmpty ? "status \(outcome.ending?.status ?? -1)" : said)"
    } catch {
      return "\(error)"
    }
  }

  private static func seconds(_ timeout: Double) -> String {
    Int(exactly: timeout).map(String.init) ?? "\(timeout)"
  }
}
