// SPDX-License-Identifier: MIT

/// The fields of a header at their byte offsets.
struct HeaderCursor {
  let bytes: InputBytes
  /// The name of the header in messages.
  let format: String
  /// True if numbers are stored with the most significant byte first.
  var isBigEndian: Bool

  /// Returns exactly `count` bytes.
  ///
  /// - Throws: ``AudioFileError/headerEnds(format:afterBytes:)`` when there are fewer.
  func bytes(at offset: Int64, count: Int) throws(AudioFileError) -> [UInt8] {
    guard let field = bytes.peek(at: offset, count: count) else {
      throw .malformed(reason: "its \(format) header has no end", code: nil)
    }
    if let code = bytes.failure { throw .readFailed(code: code, afterFrames: 0) }
    guard field.count == count else {
      throw .headerEnds(format: format, afterBytes: bytes.availableCount)
    }
    return field
  }

  /// Returns an unsigned number of `count` bytes.
  private func number(at offset: Int64, count: Int) throws(AudioFileError) -> UInt64 {
    let field = try bytes(at: offset, count: count)
    return (isBigEndian ? field : field.reversed()).reduce(0) { $0 << 8 | UInt64($1) }
  }

  func uint16(_ offset: Int64) throws(AudioFileError) -> UInt16 {
    UInt16(truncatingIfNeeded: try number(at: offset, count: 2))
  }

  func uint32(_ offset: Int64) throws(AudioFileError) -> UInt32 {
    UInt32(truncatingIfNeeded: try number(at: offset, count: 4))
  }

  func uint64(_ offset: Int64) throws(AudioFileError) -> UInt64 {
    try number(at: offset, count: 8)
  }

  /// Returns a four-character code, with `?` for bytes outside ASCII.
  func tag(_ offset: Int64) throws(AudioFileError) -> String {
    let field = try bytes(at: offset, count: 4)
    return String(
      String.UnicodeScalarView(
        field.map { (0x20...0x7E).contains($0) ? Unicode.Scalar($0) : "?" }))
  }

  /// Calls `visit` with the tag, the first byte and the size of each chunk until it returns false.
  ///
  /// - Parameters:
  ///   - first: the first byte of the first chunk's tag.
  ///   - sizeCount: the width of a chunk's size, 4 or 8 bytes. Chunks with 4 are padded to an even
  ///     size.
  ///   - visit: returns false to stop.
  /// - Throws: the errors of `visit`, ``AudioFileError/headerEnds(format:afterBytes:)`` at the end,
  ///   and ``AudioFileError/malformed(reason:code:)`` for impossible sizes and numbers.
  func forEachChunk(
    from first: Int64, sizeCount: Int64 = 4,
    _ visit: (String, Int64, UInt64) throws(AudioFileError) -> Bool
  ) throws(AudioFileError) {
    var offset = first
    for _ in 0..<Self.chunkLimit {
      let name = try tag(offset)
      let size =
        sizeCount == 4 ? UInt64(try uint32(offset + 4)) : try uint64(offset + 4)
      let body = offset + 4 + sizeCount
      guard try visit(name, body, size) else { return }
      let padded = sizeCount == 4 ? size + size % 2 : size
      guard let step = Int64(exactly: padded), step < Int64.max / 4 else {
        throw .malformed(reason: "a chunk of \(size) bytes", code: nil)
      }
      offset = body + step
    }
    throw .malformed(reason: "more than \(Self.chunkLimit) chunks before the samples", code: nil)
  }

  /// A file of zeros is an endless series of empty chunks.
  static let chunkLimit = 4096
}
