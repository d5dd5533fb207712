// SPDX-License-Identifier: MIT

import Glibc

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
    // The samples may precede their description.
    try cursor.forEachChunk(from: 12) { (name, body, size) throws(AudioFileError) in
      if name == "COMM" { facts = try description(cursor, at: body, isPlain: form == "AIFF") }
      if name == "SSND" { hasSamples = true }
      return facts == nil || !hasSamples
    }
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

  /// The AIFF-C encodings with one sample point a frame.
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
