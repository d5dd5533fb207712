// SPDX-License-Identifier: MIT

import NIOCore

/// A file of the page, in memory.
package struct ServedFile: Sendable {
  /// The media type.
  package let type: String
  let contents: ByteBuffer

  /// Makes a file.
  ///
  /// - Parameters:
  ///   - bytes: the contents.
  ///   - type: the media type, such as `text/css`.
  package init(_ bytes: some Sequence<UInt8>, type: String) {
    self.type = type
    contents = ByteBuffer(bytes: bytes)
  }
}

/// The contents of a server besides the records: files, and documents made on request.
struct ServedContents: Sendable {
  let rules: RequestRules
  let files: [String: ServedFile]
  let documents: DocumentBoard
  let broadcast: RecordBroadcast
}
