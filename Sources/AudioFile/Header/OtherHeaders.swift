// SPDX-License-Identifier: MIT

import Glibc

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
    // The block must also contain the checksum at its end.
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
    // ".snd" is the mark of big-endian headers, "dns." that of little-endian ones.
    let isBigEndian = bytes.peek(at: 0, count: 1) == [UInt8(ascii: ".")]
    let cursor = HeaderCursor(bytes: bytes, format: "AU", isBigEndian: isBigEndian)
    let start = Int64(try cursor.uint32(4))
    let size = StreamingLength.known(try cursor.uint32(8))
    let channels = Int(try cursor.uint32(20))
    // µ-law, 8, 16, 24, 32 bits, float, double, A-law.
    let sampleSizes: [UInt32: Int64] = [1: 1, 2: 1, 3: 2, 4: 3, 5: 4, 6: 4, 7: 8, 27: 1]
    let frameSize = sampleSizes[try cursor.uint32(12)].map { $0 * Int64(channels) } ?? 0
    return HeaderFacts(
      sampleRate: Double(try cursor.uint32(16)), channelCount: channels,
      promisedFrames: frameSize == 0 ? nil : size.map { $0 / frameSize },
      endOfSamples: frameSize == 0 ? size.map { start + $0 } : nil)
  }
}

extension HeaderFacts {
  /// Reads the header of a `container`; returns `nil` if it has no facts.
  static func facts(
    of bytes: InputBytes, in container: Container
  ) throws(AudioFileError) -> HeaderFacts? {
    switch container {
    case .wav: try WAVHeader.facts(of: bytes)
    case .aiff: try AIFFHeader.facts(of: bytes)
    case .flac: try FLACHeader.facts(of: bytes)
    case .caf: try CAFHeader.facts(of: bytes)
    case .au: try AUHeader.facts(of: bytes)
    case .w64: try W64Header.facts(of: bytes)
    case .voc: try VOCHeader.facts(of: bytes)
    case .streamed, .foreign, .notes, .unknown: nil
    }
  }
}

/// The header of an AIFF or AIFF-C file.
enum AIFFHeader {
  static func facts(of bytes: InputBytes) throws(AudioFileError) -> HeaderFacts? {
    let cursor = HeaderCursor(bytes: bytes, format: "AIFF", isBigEndian: true)
    _ = try cursor.uint32(4)
    let form = try cursor.tag(8)
    // Amiga's 8SVX and 16SV are FORM files too.
    guard form == "AIFF" || form == "AIFC" else { return nil }
    var facts: HeaderFacts?
    var hasSamples = false
    var endOfSamples: Int64?
    // The samples may precede their description.
    try cursor.forEachChunk(from: 12) { (name, body, size) throws(AudioFileError) in
      if name == "COMM" { facts = try description(cursor, at: body, isPlain: form == "AIFF") }
      if name == "SSND" {
        hasSamples = true
        endOfSamples = StreamingLength.known(UInt32(truncatingIfNeeded: size)).map { body + $0 }
      }
      return facts == nil || !hasSamples
    }
    // Plain samples are counted one by one.
    if facts?.promisedFrames == nil { facts?.endOfSamples = endOfSamples }
    return facts
  }

  private static func description(
    _ cursor: HeaderCursor, at body: Int64, isPlain: Bool
  ) throws(AudioFileError) -> HeaderFacts {
    let channels = Int(try cursor.uint16(body))
    let frames = try cursor.uint32(body + 2)
    let bits = Int(try cursor.uint16(body + 6))
    let rate = extended(try cursor.bytes(at: body + 8, count: 10))
    let hasFrames = isPlain ? true : Self.unpacked.contains(try cursor.tag(body + 18))
    // A program that cannot seek back writes the length that the largest chunk would have.
    let frameSize = max(1, channels * ((bits + 7) / 8))
    let largest = StreamingLength.known(
      UInt32(clamping: Int64(frames) * Int64(frameSize) + Int64(frameSize)))
    return HeaderFacts(
      sampleRate: rate, channelCount: channels,
      promisedFrames: hasFrames && largest != nil ? Int64(frames) : nil)
  }

  /// The AIFF-C encodings with one sample point per frame.
  ///
  /// The others count packets.
  private static let unpacked: Set = [
    "NONE", "twos", "sowt", "in24", "in32", "42ni", "23ni", "fl32", "FL32", "fl64", "FL64", "alaw",
    "ALAW", "ulaw", "ULAW", "raw ",
  ]

  /// Decodes an 80-bit float: sign and 15-bit exponent, then a 64-bit mantissa.
  private static func extended(_ field: [UInt8]) -> Double {
    let exponent = Int(field[0] & 0x7F) << 8 | Int(field[1])
    let mantissa = field[2...].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return scalbn(Double(mantissa), Int32(exponent - 16383 - 63)) * (field[0] & 0x80 == 0 ? 1 : -1)
  }
}
