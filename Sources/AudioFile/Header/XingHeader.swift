// SPDX-License-Identifier: MIT

/// The counts that encoders write to the first frame of an MP3 file, under the name Xing or Info.
///
/// Source: ISO/IEC 11172-3 §2.4.2.3 for the frame; the tag is a convention of encoders.
enum XingHeader {
  private static let frameHeaderCount: Int64 = 4
  private static let names = [Array("Xing".utf8), Array("Info".utf8)]
  private static let framesFlag: UInt32 = 1
  private static let bytesFlag: UInt32 = 2
  /// The longest frame of the format.
  ///
  /// Encoders differ by one frame in their counts.
  private static let longestFrame: Int64 = 1441

  /// Returns the promised and the actual number of bytes of an incomplete MP3 file.
  ///
  /// - Parameter bytes: a file. The answer for a pipe is `nil`.
  /// - Returns: `nil` for a complete file, and if the numbers are unknown.
  static func missingBytes(in bytes: InputBytes) -> (promised: Int64, actual: Int64)? {
    guard bytes.isSeekable else { return nil }
    let start = audioStart(in: bytes)
    guard let header = bytes.peek(at: start, count: Int(frameHeaderCount)), header.count == 4,
      header[0] == 0xFF, header[1] & 0xE0 == 0xE0
    else { return nil }
    let cursor = HeaderCursor(bytes: bytes, format: "MP3", isBigEndian: true)
    let tag = start + frameHeaderCount + sideInformationCount(of: header)
    guard let name = bytes.peek(at: tag, count: 4), names.contains(name),
      let flags = try? cursor.uint32(tag + 4), flags & bytesFlag != 0,
      let count = try? cursor.uint32(tag + 8 + (flags & framesFlag != 0 ? 4 : 0))
    else { return nil }
    let (promised, actual) = (Int64(count), bytes.availableCount - start)
    return actual + longestFrame < promised ? (promised, actual) : nil
  }

  /// The offset of the first frame, after an ID3v2 tag.
  private static func audioStart(in bytes: InputBytes) -> Int64 {
    guard let head = bytes.peek(at: 0, count: 10), head.count == 10,
      head.starts(with: Array("ID3".utf8))
    else { return 0 }
    // The size has seven bits per byte, so that no byte looks like the start of a frame. A footer
    // is as long as the header.
    let size = head[6..<10].reduce(Int64(0)) { $0 << 7 | Int64($1 & 0x7F) }
    return 10 + size + (head[5] & 0x10 != 0 ? 10 : 0)
  }

  /// The bytes between a frame's header and its data: fewer in MPEG-2, and for one channel.
  private static func sideInformationCount(of header: [UInt8]) -> Int64 {
    let isMPEG1 = header[1] >> 3 & 3 == 3
    let isMono = header[3] >> 6 == 3
    return isMPEG1 ? (isMono ? 17 : 32) : (isMono ? 9 : 17)
  }
}
