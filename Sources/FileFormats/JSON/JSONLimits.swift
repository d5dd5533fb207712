// SPDX-License-Identifier: MIT

/// The bounds within which a JSON document is read.
///
/// The length of a document is the caller's to bound: it holds the bytes.
package struct JSONLimits: Sendable {
  /// The levels that lists and objects may be nested to, the outermost value included.
  package var depth: Int
  /// The members that an object may have.
  package var memberCount: Int
  /// True when an object may have a key more than once.
  package var allowsRepeatedKeys: Bool

  /// Makes limits.
  ///
  /// The defaults suit documents that people write by hand.
  package init(depth: Int = 32, memberCount: Int = 256, allowsRepeatedKeys: Bool = false) {
    self.depth = depth
    self.memberCount = memberCount
    self.allowsRepeatedKeys = allowsRepeatedKeys
  }
}
