// SPDX-License-Identifier: MIT

import CSndFile

/// The length in the header of a format that only libsndfile parses.
///
/// libsndfile shortens the recording to the file without notice. IRCAM, PAF and PVF headers have no
/// length. Sources: the descriptions of the formats, and the readers of libsndfile.
struct PromisedLength {
  /// The number of frames; `nil` if the header has none.
  private(set) var frames: Int64?
  /// The first byte after the samples; `nil` if the header does not say it.
  private(set) var endOfSamples: Int64?

  /// Reads the length.
  ///
  /// - Parameters:
  ///   - bytes: a file.
  ///   - format: its container as libsndfile's number.
  init(in bytes: InputBytes, format: Int32) {
    guard bytes.isSeekable else { return }
    let big = HeaderCursor(bytes: bytes, format: "", isBigEndian: true)
    let little = HeaderCursor(bytes: bytes, format: "", isBigEndian: false)
    switch Int(format) & SF_FORMAT_TYPEMASK {
    case SF_FORMAT_NIST: frames = Self.sampleCount(big)
    case SF_FORMAT_AVR:
      // For two channels, programs differ in what they count.
      guard (try? big.uint16(12)) == 0 else { return }
      frames = Self.positive(try? big.uint32(26))
    case SF_FORMAT_MPC2K: frames = Self.positive(try? little.uint32(30))
    case SF_FORMAT_WVE:
      endOfSamples = Self.positive(try? big.uint32(18)).map { Self.endOfWVEHeader + $0 }
    case SF_FORMAT_XI: endOfSamples = try? Self.endOfInstrument(little)
    case SF_FORMAT_SVX: endOfSamples = Self.endOfBody(big)
    case SF_FORMAT_MAT4: frames = try? Self.columns((try? big.uint32(0)) == 1000 ? big : little)
    case SF_FORMAT_MAT5:
      // The mark of a little-endian file is "IM".
      frames = try? Self.columnsOfElement((try? big.uint16(126)) == 0x4D49 ? big : little)
    default: break
    }
  }

  private static let endOfWVEHeader: Int64 = 32

  private static func positive(_ number: UInt32?) -> Int64? {
    number.flatMap { StreamingLength.known($0) }
  }

  /// Returns the field `sample_count` of a NIST header, which is text of the length in its second
  /// line.
  private static func sampleCount(_ cursor: HeaderCursor) -> Int64? {
    guard let head = try? cursor.bytes(at: 8, count: 8),
      let size = Int(String(decoding: head, as: UTF8.self).filter { $0.isNumber }),
      (16...65536).contains(size), let header = try? cursor.bytes(at: 0, count: size)
    else { return nil }
    for line in header.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " ")).map {
        String(decoding: $0, as: UTF8.self)
      }
      if words.first == "end_head" { return nil }
      if words.count == 3, words[0] == "sample_count", words[1] == "-i" {
        return Int64(words[2]).flatMap { $0 > 0 ? $0 : nil }
      }
    }
    return nil
  }

  /// Returns the end of the first sample of a FastTracker instrument.
  private static func endOfInstrument(_ cursor: HeaderCursor) throws(AudioFileError) -> Int64 {
    let count = Int64(try cursor.uint16(296))
    return 298 + 40 * count + Int64(try cursor.uint32(298))
  }

  /// Returns the end of the `BODY` chunk of an Amiga file.
  private static func endOfBody(_ cursor: HeaderCursor) -> Int64? {
    var end: Int64?
    try? cursor.forEachChunk(from: 12) { (name, body, size) throws(AudioFileError) in
      guard name == "BODY" else { return true }
      end = StreamingLength.known(UInt32(truncatingIfNeeded: size)).map { body + $0 }
      return false
    }
    return end
  }

  /// Returns the columns of the second matrix of a MAT4 file.
  ///
  /// The first one has the sample rate, a number of 8 bytes.
  private static func columns(_ cursor: HeaderCursor) throws(AudioFileError) -> Int64? {
    let second = 20 + Int64(try cursor.uint32(16)) + 8
    return positive(try cursor.uint32(second + 8))
  }

  /// Returns the columns of the second matrix of a MAT5 file.
  ///
  /// The first one has the sample rate.
  private static func columnsOfElement(
    _ cursor: HeaderCursor
  ) throws(AudioFileError) -> Int64? {
    let first: Int64 = 128
    let second = first + 8 + Int64(try cursor.uint32(first + 4))
    // The head of the matrix, its flags, and the head and the rows of its dimensions.
    return positive(try cursor.uint32(second + 8 + 16 + 8 + 4))
  }
}
