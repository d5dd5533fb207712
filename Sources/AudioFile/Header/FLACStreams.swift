// SPDX-License-Identifier: MIT

import Glibc

/// The streams of a FLAC file, one after another.
///
/// libFLAC stops after the number of samples that the first stream promises, so it says nothing
/// about a following stream.
///
/// Source: van Beurden and Weaver 2024, RFC 9639, §6 and §8.2.
enum FLACStreams {
  /// The properties of a stream.
  struct Properties: Hashable {
    let sampleRate: Int
    let channelCount: Int
  }

  /// The decoder reads ahead by less than this number of bytes.
  private static let readAhead: Int64 = 1 << 17
  /// The bytes that are searched: tags may stand between two streams.
  private static let searchedCount = 1 << 20
  /// The size of the first metadata block.
  private static let infoCount = 34

  /// Returns the properties of the stream that follows the first one.
  ///
  /// - Parameter bytes: the file, which the decoder has read to the end of the first stream.
  /// - Returns: `nil` if no stream follows, or if the file does not begin with a stream.
  static func following(in bytes: InputBytes) -> Properties? {
    guard let first = firstFrame(in: bytes) else { return nil }
    let start = max(first, bytes.origin + bytes.position - readAhead)
    guard let block = bytes.peek(at: start, count: searchedCount) else { return nil }
    for marker in [marker(isLast: false), marker(isLast: true)] {
      guard let place = offset(of: marker, in: block) else { continue }
      let info = block[(place + marker.count)...].prefix(infoCount)
      guard info.count == infoCount else { continue }
      // 16 bits each for the sizes of blocks and 24 for those of frames, then 20 bits for the
      // rate and 3 for the channels.
      let field = info.dropFirst(10).prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      let properties = Properties(
        sampleRate: Int(field >> 12), channelCount: Int(field >> 9 & 7) + 1)
      if properties.sampleRate > 0 { return properties }
    }
    return nil
  }

  /// Returns the beginning of a stream up to its first metadata block.
  private static func marker(isLast: Bool) -> [UInt8] {
    Array("fLaC".utf8) + [isLast ? 0x80 : 0, 0, 0, UInt8(infoCount)]
  }

  /// Returns the place of the first frame of the first stream.
  private static func firstFrame(in bytes: InputBytes) -> Int64? {
    guard bytes.peek(at: 0, count: 4) == Array("fLaC".utf8) else { return nil }
    var offset: Int64 = 4
    while let head = bytes.peek(at: offset, count: 4), head.count == 4 {
      offset += 4 + (Int64(head[1]) << 16 | Int64(head[2]) << 8 | Int64(head[3]))
      if head[0] & 0x80 != 0 { return offset }
    }
    return nil
  }

  private static func offset(of marker: [UInt8], in block: [UInt8]) -> Int? {
    block.withUnsafeBytes { block in
      marker.withUnsafeBytes { marker -> Int? in
        guard let start = block.baseAddress, let bytes = marker.baseAddress else { return nil }
        var place = 0
        let limit = block.count - marker.count
        while place <= limit,
          let found = memchr(start + place, Int32(marker[0]), limit - place + 1)
        {
          if memcmp(found, bytes, marker.count) == 0 { return UnsafeRawPointer(found) - start }
          place = UnsafeRawPointer(found) - start + 1
        }
        return nil
      }
    }
  }
}
