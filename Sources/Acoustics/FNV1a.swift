// SPDX-License-Identifier: MIT

/// The hash FNV-1a of 64 bits.
///
/// It tells contents apart, is the same on every machine, and does not protect against forgery.
///
/// Source: draft-eastlake-fnv.
package struct FNV1a: Hashable, Sendable {
  @usableFromInline var state: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Makes the hash of no content.
  @inlinable package init() {}

  /// Makes the hash of bytes.
  ///
  /// - Complexity: O(bytes).
  @inlinable package init(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { add(UInt64(byte)) }
  }

  /// The hash of the content so far.
  @inlinable package var value: UInt64 { state }

  /// Adds a byte, or a longer word at once.
  ///
  /// The hash of a word differs from that of its bytes.
  @inlinable package mutating func add(_ word: UInt64) {
    state = (state ^ word) &* 0x100_0000_01b3
  }
}
