// SPDX-License-Identifier: MIT

import Terminal

/// An error in what a person asked of the practice gate.
struct PracticeUsageError: UsageError, Hashable {
  /// The refusal, which ends in the remedy.
  let description: String

  /// Makes an error.
  ///
  /// - Parameter description: the refusal, a sentence or two.
  init(_ description: String) { self.description = description }
}
