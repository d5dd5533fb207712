// SPDX-License-Identifier: MIT

/// The header of a Sony Wave64 file: that of WAV with identifiers of 16 bytes and lengths of 8.
enum W64Header {
  /// The first chunk, after the identifier of the file, its length and its kind.
  private static let firstChunk: Int64 = 40
  /// The identifier and the length of a chunk, which the length counts.
  private static let headCount: Int64 = 24

  static func facts(of bytes: InputBytes) throws(AudioFileError) -> HeaderFacts {
    let cursor = HeaderCursor(bytes: bytes, format: "W64", isBigEndian: false)
    guard try cursor.tag(24) == "wave" else {
      throw .malformed(reason: "a W64 file of another kind than wave", code: nil)
    }
    var format: WAVHeader.SampleFormat?
    var offset = firstChunk
    for _ in 0..<HeaderCursor.chunkLimit {
      let name = try cursor.tag(offset)
      let size = try cursor.uint64(offset + 16)
      let body = offset + headCount
      let length = size < UInt64(Int64.max / 4) ? Int64(size) - headCount : nil
      if name == "data" {
        guard let format else {
          throw .malformed(reason: "samples before their format", code: nil)
        }
        // A program that can't seek back leaves the length open.
        let byteCount = length.flatMap { $0 > 0 ? $0 : nil }
        return HeaderFacts(
          sampleRate: Double(format.sampleRate), channelCount: format.channelCount,
          promisedFrames: byteCount.flatMap { format.frames(inBytes: $0) },
          endOfSamples: byteCount.map { body + $0 })
      }
      guard let length, length >= 0 else {
        throw .malformed(reason: "a chunk of \(size) bytes", code: nil)
      }
      if name == "fmt " {
        format = try WAVHeader.SampleFormat(cursor, at: body, size: UInt64(length))
      }
      // Chunks begin at multiples of 8 bytes.
      offset = (body + length + 7) & ~7
    }
    throw .malformed(reason: "too many chunks before the samples", code: nil)
  }
}

/// The header of a Creative Voice file: blocks with a kind and a length of three bytes.
enum VOCHeader {
  /// The kinds of blocks that precede or hold samples.
  private enum Kind {
    static let end: UInt8 = 0
    static let samples: UInt8 = 1
    static let stereo: UInt8 = 8
    static let longSamples: UInt8 = 9
  }

  /// The kind and the length of a block, which the length does not count.
  private static let headCount: Int64 = 4
  /// The fields before the samples of a block of the first and of the second kind.
  private static let (shortFields, longFields): (Int64, Int64) = (2, 12)

  /// Returns the facts of the first block of samples, the only one that libsndfile reads; `nil` if
  /// its encoding has no fixed size.
  static func facts(of bytes: InputBytes) throws(AudioFileError) -> HeaderFacts? {
    let cursor = HeaderCursor(bytes: bytes, format: "VOC", isBigEndian: false)
    var offset = Int64(try cursor.uint16(20))
    for _ in 0..<HeaderCursor.chunkLimit {
      let kind = try cursor.bytes(at: offset, count: 1)[0]
      if kind == Kind.end { return nil }
      let length = Int64(try cursor.uint32(offset) >> 8)
      let body = offset + headCount
      switch kind {
      case Kind.samples:
        let fields = try cursor.bytes(at: body, count: Int(shortFields))
        // Only 8-bit samples; the rate is that of a timer.
        guard fields[1] == 0, length > shortFields else { return nil }
        return HeaderFacts(
          sampleRate: Double(1_000_000 / (256 - Int(fields[0]))), channelCount: 1,
          promisedFrames: length - shortFields)
      case Kind.longSamples:
        let fields = try cursor.bytes(at: body + 4, count: 2)
        let frameSize = Int64(fields[0] / 8) * Int64(fields[1])
        guard frameSize > 0, length > longFields else { return nil }
        return HeaderFacts(
          sampleRate: Double(try cursor.uint32(body)), channelCount: Int(fields[1]),
          promisedFrames: (length - longFields) / frameSize)
      case Kind.stereo: return nil
      default: offset = body + length
      }
    }
    throw .malformed(reason: "too many blocks before the samples", code: nil)
  }
}
