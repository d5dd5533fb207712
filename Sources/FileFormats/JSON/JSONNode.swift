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
