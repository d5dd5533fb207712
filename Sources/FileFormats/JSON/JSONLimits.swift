// SPDX-License-Identifier: MIT

/// The bounds within which a JSON document is read.
///
/// The caller bounds the length of a document, because it holds the bytes.
package struct JSONLimits: Sendable {
  /// The greatest depth of nested lists and objects, including the outermost value.
  package var depth: Int
  /// The greatest number of members of an object.
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
