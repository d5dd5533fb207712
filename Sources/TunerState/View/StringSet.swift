// SPDX-License-Identifier: MIT

/// A set of the player's string numbers: one bit each, so that insertion allocates nothing.
struct StringSet: Hashable, Sendable {
  private var bits: UInt16 = 0

  /// Inserts a string; ignores a number that no instrument has.
  mutating func insert(_ position: Int) { bits |= Self.bit(position) }

  func contains(_ position: Int) -> Bool { bits & Self.bit(position) != 0 }

  private static func bit(_ position: Int) -> UInt16 {
    (0..<UInt16.bitWidth).contains(position) ? 1 << UInt16(position) : 0
  }
}
