// SPDX-License-Identifier: MIT

/// The first metadata block of a FLAC file, STREAMINFO.
enum FLACHeader {
  static func facts(of bytes: InputBytes) throws(AudioFileError) -> HeaderFacts {
    let cursor = HeaderCursor(bytes: bytes, format: "FLAC", isBigEndian: true)
    let block = try cursor.uint32(4)
    guard block >> 24 & 0x7F == 0 else {
      throw .malformed(reason: "no STREAMINFO", code: nil)
    }
    // 20 bits rate, 3 bits channels − 1, 5 bits depth − 1, 36 bits sample count, of which 0 is
    // unknown.
    let packed = try cursor.uint64(8 + 10)
    // The checksum at the end of the block must be there too.
    _ = try cursor.bytes(at: 8 + 18, count: 16)
    let frames = Int64(packed & 0xF_FFFF_FFFF)
    return HeaderFacts(
      sampleRate: Double(packed >> 44), channelCount: Int(packed >> 41 & 7) + 1,
      promisedFrames: frames == 0 ? nil : frames)
  }
}

/// The header of a Sun or NeXT file.
enum AUHeader {
  static func facts(of bytes: InputBytes) throws(AudioFileError) -> HeaderFacts {
    let cursor = HeaderCursor(bytes: bytes, format: "AU", isBigEndian: true)
    let size = StreamingLength.known(try cursor.uint32(8))
    let channels = Int(try cursor.uint32(20))
    // µ-law, 8, 16, 24, 32 bits, float, double, A-law.
    let sampleSizes: [UInt32: Int64] = [1: 1, 2: 1, 3: 2, 4: 3, 5: 4, 6: 4, 7: 8, 27: 1]
    let frameSize = sampleSizes[try cursor.uint32(12)].map { $0 * Int64(channels) } ?? 0
    return HeaderFacts(
      sampleRate: Double(try cursor.uint32(16)), channelCount: channels,
      promisedFrames: frameSize == 0 ? nil : size.map { $0 / frameSize })
  }
}

extension HeaderFacts {
  /// Reads the header of a `container`; returns `nil` where it has no facts.
  static func facts(
    of bytes: InputBytes, in container: Container
  ) throws(AudioFileError) -> HeaderFacts? {
    switch container {
    case .wav: try WAVHeader.facts(of: bytes)
    case .aiff: try AIFFHeader.facts(of: bytes)
    case .flac: try FLACHeader.facts(of: bytes)
    case .caf: try CAFHeader.facts(of: bytes)
    case .au: try AUHeader.facts(of: bytes)
    case .streamed, .foreign, .unknown: nil
    }
  }
}
