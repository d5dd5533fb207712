// SPDX-License-Identifier: MIT

/// The descriptions before, between and after the frames of an MP3 file: ID3 and APE tags.
///
/// Source: the conventions ID3v1, ID3v2.4 (§3.1) and APEv2.
enum MPEGTag {
  /// The longest header of a tag.
  private static let headCount = 32

  /// Returns the first byte after the tags that begin at `start`; `start` if there is none.
  static func end(in bytes: InputBytes, from start: Int64) -> Int64 {
    var place = start
    while let head = bytes.peek(at: place, count: headCount), let count = count(of: head) {
      place += count
    }
    return place
  }

  /// Returns the length of the tag that begins with `head`; `nil` if it is none.
  private static func count(of head: [UInt8]) -> Int64? {
    if head.count >= 10, head.starts(with: Array("ID3".utf8)) {
      // The size has seven bits per byte, so that no byte looks like the start of a frame. A footer
      // is as long as the header.
      let size = head[6..<10].reduce(Int64(0)) { $0 << 7 | Int64($1 & 0x7F) }
      return 10 + size + (head[5] & 0x10 != 0 ? 10 : 0)
    }
    if head.starts(with: Array("TAG".utf8)) { return 128 }
    if head.count == headCount, head.starts(with: Array("APETAGEX".utf8)) {
      return Int64(headCount) + head[12..<16].reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
    }
    return nil
  }
}
