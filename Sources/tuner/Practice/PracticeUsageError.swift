// SPDX-License-Identifier: MIT

import Terminal

/// An error in a person's input to the practice gate.
struct PracticeUsageError: UsageError, Hashable {
  /// The message, with the remedy at its end.
  let description: String

  /// Makes an error.
  ///
  /// - Parameter description: the message, one or two sentences.
  init(_ description: String) { self.description = description }
}
