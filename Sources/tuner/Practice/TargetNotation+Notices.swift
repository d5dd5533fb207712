// SPDX-License-Identifier: MIT

import PracticeGate
import PracticeReports
import Terminal

extension TargetNotation {
  /// Parses targets, and prints a notice for each address that stands for its whole host.
  ///
  /// - Throws: `PracticeUsageError` for a name that no blocker could block.
  static func targets(_ names: [String]) throws -> [TargetID] {
    try targets(names) { StandardError.write("tuner: \($0)\n") }
  }
}
