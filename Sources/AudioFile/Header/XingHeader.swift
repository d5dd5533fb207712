// SPDX-License-Identifier: MIT

/// The counts that encoders write to the first frame of an MP3 file, under the name Xing or Info.
///
/// Source: ISO/IEC 11172-3 §2.4.2.3 for the frame; the tag is a convention of encoders.
struct XingHeader {
  /// The number of frames after this one; `nil` if it is not there.
  ///
  /// Encoders other than those of ``isExact`` differ by one.
  private(set) var frameCount: Int64?
  /// The number of bytes of all frames; `nil` if it is not there.
  ///
  /// Encoders differ by one frame.
  private(set) var byteCount: Int64?
  /// The samples that the encoder put before and after the sound, and that a decoder removes; 0 if
  /// they are not known.
  private(set) var (delay, padding): (Int64, Int64) = (0, 0)

  /// True if ``frameCount`` is exact, as LAME and FFmpeg write it.
  private(set) var isExact = false

  private static let names = [Array("Xing".utf8), Array("Info".utf8)]
  private static let exactEncoders = ["LAME", "Lavc", "Lavf"].map { Array($0.utf8) }
  /// The fields after the flags, each with its flag and the number of its bytes.
  private static let (frames, bytes, table, quality): (Field, Field, Field, Field) =
    ((1, 4), (2, 4), (4, 100), (8, 4))
  private typealias Field = (flag: UInt32, count: Int64)

  /// Reads the counts of a frame; `nil` if it has none.
  ///
  /// - Parameters:
  ///   - bytes: a file.
  ///   - start: the first byte of the frame.
  init?(in bytes: InputBytes, at start: Int64) {
    guard let header = bytes.peek(at: start, count: MPEGFrame.headerCount),
      MPEGFrame(header, at: 0) != nil
    else { return nil }
    let cursor = HeaderCursor(bytes: bytes, format: "MP3", isBigEndian: true)
    var place =
      start + Int64(MPEGFrame.headerCount) + Self.sideInformationCount(of: header)
    guard let name = bytes.peek(at: place, count: 4), Self.names.contains(name),
      let flags = try? cursor.uint32(place + 4)
    else { return nil }
    place += 8
    func next(_ field: Field) -> Int64? {
      guard flags & field.flag != 0 else { return nil }
      place += field.count
      return (try? cursor.uint32(place - field.count)).map { Int64($0) }
    }
    frameCount = next(Self.frames)
    byteCount = next(Self.bytes)
    _ = next(Self.table)
    _ = next(Self.quality)
    isExact = bytes.peek(at: place, count: 4).map(Self.exactEncoders.contains) ?? false
    // LAME writes two numbers of 12 bits behind its name and other fields.
    if let trims = try? cursor.uint32(place + 21) {
      (delay, padding) = (Int64(trims >> 20), Int64(trims >> 8 & 0xFFF))
    }
  }

  /// The bytes between a frame's header and its data: fewer in MPEG-2, and for one channel.
  private static func sideInformationCount(of header: [UInt8]) -> Int64 {
    let isMPEG1 = header[1] >> 3 & 3 == 3
    let isMono = header[3] >> 6 == 3
    return isMPEG1 ? (isMono ? 17 : 32) : (isMono ? 9 : 17)
  }
}
