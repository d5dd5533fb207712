// SPDX-License-Identifier: MIT

/// A JSON value that knows the line it stands in, so that an error can name it.
struct JSONText {
  /// The line it begins in, from 1.
  let line: Int
  /// What it is.
  let content: JSONContent

  /// Reads a whole document (RFC 8259).
  ///
  /// - Throws: `TuningDocumentError` for bytes that are not UTF-8 and for text that is not JSON.
  init(_ bytes: [UInt8]) throws(TuningDocumentError) {
    guard !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF]),
      let text = String(validating: bytes, as: UTF8.self)
    else {
      throw TuningDocumentError(line: Self.firstBadLine(of: bytes), .notUTF8)
    }
    var reader = JSONReader(text)
    self = try reader.document()
  }

  init(line: Int, _ content: JSONContent) {
    self.line = line
    self.content = content
  }

  /// The line up to which the bytes are UTF-8.
  private static func firstBadLine(of bytes: [UInt8]) -> Int {
    var line = 1
    for text in bytes.split(separator: 10, omittingEmptySubsequences: false) {
      if String(validating: text, as: UTF8.self) == nil { return line }
      line += 1
    }
    return 1
  }
}
