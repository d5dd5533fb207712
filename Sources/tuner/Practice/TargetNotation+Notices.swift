// SPDX-License-Identifier: MIT

import PracticeGate
import PracticeReports
import Terminal

extension TargetNotation {
  /// Reads targets, and prints which addresses stand for their whole host.
  ///
  /// - Throws: `PracticeUsageError` for a name that no blocker could block.
  static func targets(_ names: [String]) throws -> [TargetID] {
    try targets(names) { StandardError.write("tuner: \($0)\n") }
  }
}
