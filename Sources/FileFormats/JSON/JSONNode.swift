// SPDX-License-Identifier: MIT

/// A JSON value with its place in the document, so that an error can name the line.
package struct JSONNode {
  /// The line on which the value begins, from 1.
  package let line: Int
  /// The offsets of the value's own text in the bytes that were read.
  package let source: Range<Int>
  /// The value.
  package let content: JSONContent

  /// Reads a whole document (RFC 8259).
  ///
  /// A byte order mark in front is skipped.
  ///
  /// - Parameters:
  ///   - bytes: the document in UTF-8.
  ///   - limits: the bounds of depth and width.
  /// - Throws: `JSONError` for bytes that are not UTF-8, text that is not JSON, a number beyond the
  ///   range of `Double`, and a document beyond the limits.
  /// - Complexity: O(count).
  package init(
    _ bytes: [UInt8], limits: JSONLimits = JSONLimits()
  ) throws(JSONError) {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw JSONError(line: Self.firstInvalidLine(of: bytes), .notUTF8)
    }
    var reader = JSONReader(bytes, limits: limits)
    self = try reader.document()
  }

  init(line: Int, source: Range<Int>, _ content: JSONContent) {
    self.line = line
    self.source = source
    self.content = content
  }

  /// Returns the first line that is not UTF-8.
  ///
  /// UTF-16 is invalid from its first line on.
  private static func firstInvalidLine(of bytes: [UInt8]) -> Int {
    let lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
    return (lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0) + 1
  }
}

/// The value of a JSON node, by its kind.
package indirect enum JSONContent {
  case null
  case boolean(Bool)
  case number(Double)
  case text(String)
  case list([JSONNode])
  case object([JSONMember])
}

/// A key of a JSON object with its value.
package struct JSONMember {
  /// The key, with its escapes resolved.
  package let key: String
  /// The line of the key, from 1.
  package let line: Int
  /// The value.
  package let value: JSONNode
}

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

/// The reason why bytes are not a JSON document, with the line.
package struct JSONError: Error, Equatable {
  /// The kinds of damage.
  package enum Reason: Equatable, Sendable {
    /// The bytes are not UTF-8.
    case notUTF8
    /// The text breaks the grammar or a limit; `expected` names what may follow.
    case syntax(expected: String)
    /// A number is beyond the range of `Double`.
    case largeNumber
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
