// SPDX-License-Identifier: MIT

/// The table of packets of an ALAC recording in a CAF file.
///
/// libsndfile prints a message on standard output for a table that it can't decode, so a table is
/// checked before libsndfile sees it.
enum ALACPackets {
  /// The offset of the encoding in the `desc` chunk, which is the first one.
  private static let encodingPlace: Int64 = 28
  /// The bytes of a chunk's tag and size.
  private static let chunkHeadCount: Int64 = 12
  /// The bytes of the table before the sizes of packets.
  private static let tableHeadCount: Int64 = 24
  /// The largest number of bytes in the size of a packet.
  private static let longestSize = 5

  /// Checks the table of a CAF file whose encoding is ALAC.
  ///
  /// - Parameter bytes: a file.
  /// - Returns: the number of frames in the table; `nil` for another encoding, or if the table has
  ///   no number.
  /// - Throws: ``AudioFileError/malformed(reason:code:)`` if there is no table, or if libsndfile
  ///   can't decode it.
  static func promisedFrames(in bytes: InputBytes) throws(AudioFileError) -> Int64? {
    let cursor = HeaderCursor(bytes: bytes, format: "CAF", isBigEndian: true)
    guard let encoding = try? cursor.tag(encodingPlace), encoding == "alac" else { return nil }
    guard let table = try table(cursor) else {
      throw .malformed(reason: "the table of ALAC packets is missing", code: nil)
    }
    try check(cursor.bytes(at: table.lowerBound, count: table.count))
    let frames = try cursor.uint64(table.lowerBound + 8)
    return (1..<1 << 60).contains(frames) ? Int64(frames) : nil
  }

  /// Returns the place of the first table, by the walk of libsndfile over the chunks.
  private static func table(_ cursor: HeaderCursor) throws(AudioFileError) -> Range<Int64>? {
    let end = cursor.bytes.availableCount
    var place: Int64 = 8
    for _ in 0..<HeaderCursor.chunkLimit where place + chunkHeadCount <= end {
      let name = try cursor.tag(place)
      let size = Int64(bitPattern: try cursor.uint64(place + 4))
      let body = place + chunkHeadCount
      guard (0...end - body).contains(size) else { return nil }
      if name == "pakt" { return size >= tableHeadCount ? body..<body + size : nil }
      place = body + size
    }
    return nil
  }

  /// Checks the sizes of packets, each of which has seven bits per byte and ends with a byte below
  /// 0x80.
  ///
  /// The size 0 ends the table.
  private static func check(_ table: [UInt8]) throws(AudioFileError) {
    var place = Int(tableHeadCount)
    while place < table.count {
      var (value, count) = (UInt32(0), 0)
      repeat {
        guard count < longestSize, place < table.count else {
          throw .malformed(reason: "the table of ALAC packets can't be decoded", code: nil)
        }
        value = value << 7 | UInt32(table[place] & 0x7F)
        count += 1
        place += 1
      } while table[place - 1] & 0x80 != 0
      if value == 0 { return }
    }
  }
}
