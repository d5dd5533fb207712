// SPDX-License-Identifier: MIT

/// The number of a process among those that divide a list between them, written `i/n`.
package struct ShardNumber: Hashable, Sendable {
  /// The largest number of processes.
  package static let countLimit = 1_000_000

  /// The number of this process, from 1.
  package let number: Int
  /// The number of processes.
  package let count: Int

  /// Parses `i/n`; returns `nil` unless 1 ≤ i ≤ n ≤ 1 000 000.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]),
      (1...Self.countLimit).contains(count), (1...count).contains(number)
    else { return nil }
    self.number = number
    self.count = count
  }
}
