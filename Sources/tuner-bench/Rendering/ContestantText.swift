// SPDX-License-Identifier: MIT

import Acoustics
import Benchmarking

/// Renders the plan of a contestant for people.
enum ContestantText {
  /// Returns the contestant and the pitch that it reads, and the one it is compared with if that is
  /// another.
  static func reading(_ plan: BenchPlan) -> String {
    let reading = "\(plan.contestant), reading the \(plan.meaning.rawValue)"
    guard plan.reference != plan.meaning else { return reading }
    return reading + ", compared with the first \(plan.reference.rawValue)"
  }

  /// Returns the samples over which the Cramér–Rao bound is computed.
  static func bound(_ plan: BenchPlan) -> String {
    guard let windows = plan.windows, let shortest = windows.min(), let longest = windows.max()
    else {
      return "bound over \(plan.settings.boundWindow) samples: its windows are unknown"
    }
    let times = [shortest, longest].map { FigureText.decimal(1000 * $0, digits: 0) }
    return "bound over \(times[0] == times[1] ? times[0] : times.joined(separator: " to ")) ms"
  }

  /// Returns the command, the versions and the checksums of a program; none for a detector of this
  /// package.
  static func program(_ plan: BenchPlan) -> [String] {
    guard let program = plan.program else { return [] }
    let files = program.checksums.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    let command = "\(plan.contestant): \(program.words.joined(separator: " "))"
    return [command] + [program.version].compactMap { $0 } + files
  }

  /// Returns the number of failures, and how they count.
  static func failed(_ report: BenchReport) -> String {
    let scored = report.failures.count { $0.score != nil }
    let count = report.failures.count
    guard scored > 0 else { return "\(count) failed, not scored" }
    let unscored = count - scored
    return "\(count) failed, \(scored) counted as wrong throughout"
      + (unscored > 0 ? " and \(unscored) not scored" : "")
  }
}
