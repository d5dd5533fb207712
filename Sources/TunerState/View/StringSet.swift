// SPDX-License-Identifier: MIT

/// Strings by the player's numbers: a bit each, so that adding one allocates nothing.
struct StringSet: Hashable, Sendable {
  private var bits: UInt16 = 0

  /// Adds a string; a number that no instrument has is left out.
  mutating func insert(_ position: Int) { bits |= Self.bit(position) }

  func contains(_ position: Int) -> Bool { bits & Self.bit(position) != 0 }

  private static func bit(_ position: Int) -> UInt16 {
    (0..<UInt16.bitWidth).contains(position) ? 1 << UInt16(position) : 0
  }
}
