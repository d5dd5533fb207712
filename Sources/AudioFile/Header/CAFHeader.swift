// SPDX-License-Identifier: MIT

import CSndFile

/// The header of a Core Audio file.
enum CAFHeader {
  static func facts(of bytes: InputBytes) throws(AudioFileError) -> HeaderFacts {
    let cursor = HeaderCursor(bytes: bytes, format: "CAF", isBigEndian: true)
    _ = try cursor.uint32(4)
    var format: SampleFormat?
    var data: (offset: Int64, byteCount: Int64?)?
    try cursor.forEachChunk(from: 8, sizeCount: 8) { (name, body, size) throws(AudioFileError) in
      if name == "desc" { format = try SampleFormat(cursor, at: body) }
      guard name == "data" else { return true }
      // Four bytes of edit count precede the samples. The size −1 extends to the end.
      _ = try cursor.uint32(body)
      let isKnown = size >= 4 && size < UInt64(Int64.max / 4)
      data = (body + 4, isKnown ? Int64(size) - 4 : nil)
      return false
    }
    guard let format, let data else {
      throw .malformed(reason: "samples before their format", code: nil)
    }
    return HeaderFacts(
      sampleRate: format.sampleRate, channelCount: format.channelCount,
      promisedFrames: format.frameSize.flatMap { size in data.byteCount.map { $0 / size } },
      layout: format.encoding.map {
        SampleLayout(
          offset: data.offset, byteCount: data.byteCount, encoding: $0,
          container: Int32(SF_FORMAT_CAF))
      })
  }

  /// The `desc` chunk.
  private struct SampleFormat {
    var sampleRate: Double
    var channelCount: Int
    private var kind: String
    private var flags: UInt32
    private var bytesPerPacket: Int64
    private var framesPerPacket: UInt32

    init(_ cursor: HeaderCursor, at body: Int64) throws(AudioFileError) {
      sampleRate = Double(bitPattern: try cursor.uint64(body))
      kind = try cursor.tag(body + 8)
      flags = try cursor.uint32(body + 12)
      bytesPerPacket = Int64(try cursor.uint32(body + 16))
      framesPerPacket = try cursor.uint32(body + 20)
      channelCount = Int(try cursor.uint32(body + 24))
    }

    /// The bytes of a frame; `nil` if packets contain several frames.
    var frameSize: Int64? {
      framesPerPacket == 1 && bytesPerPacket > 0 ? bytesPerPacket : nil
    }

    /// The encoding of plain samples.
    ///
    /// libsndfile itself refuses a file of which more than half is missing.
    var encoding: Int32? {
      guard let frameSize, channelCount > 0, frameSize % Int64(channelCount) == 0 else {
        return nil
      }
      let isFloat = flags & 1 != 0
      let samples: Int? =
        switch (kind, isFloat, frameSize / Int64(channelCount)) {
        case ("lpcm", false, 1): SF_FORMAT_PCM_S8
        case ("lpcm", false, 2): SF_FORMAT_PCM_16
        case ("lpcm", false, 3): SF_FORMAT_PCM_24
        case ("lpcm", false, 4): SF_FORMAT_PCM_32
        case ("lpcm", true, 4): SF_FORMAT_FLOAT
        case ("lpcm", true, 8): SF_FORMAT_DOUBLE
        case ("alaw", _, 1): SF_FORMAT_ALAW
        case ("ulaw", _, 1): SF_FORMAT_ULAW
        default: nil
        }
      let isLittleEndian = flags & 2 != 0
      return samples.map { Int32($0 | (isLittleEndian ? SF_ENDIAN_LITTLE : SF_ENDIAN_BIG)) }
    }
  }
}
