// SPDX-License-Identifier: MIT

/// The reason for which bytes are not a JSON document, with the line.
package struct JSONError: Error, Equatable {
  /// The kinds of damage.
  package enum Reason: Equatable, Sendable {
    /// The bytes are not UTF-8.
    case notUTF8
    /// The text breaks the grammar or a limit; `expected` names what may follow.
    case syntax(expected: String)
    /// An object has a key twice.
    case repeatedKey(String)
  }

  /// The line, from 1.
  package let line: Int
  /// The kind of damage.
  package let reason: Reason

  init(line: Int, _ reason: Reason) {
    self.line = line
    self.reason = reason
  }
}
