// SPDX-License-Identifier: MIT

import AudioInput
import CSndFile

/// The header of a WAV file: RIFF, RIFX (big-endian) or RF64 (64-bit lengths).
enum WAVHeader {
  static func facts(of bytes: InputBytes) throws(AudioFileError) -> HeaderFacts {
    var cursor = HeaderCursor(bytes: bytes, format: "RIFF", isBigEndian: false)
    let kind = try cursor.tag(0)
    cursor.isBigEndian = kind == "RIFX"
    let riffSize = try cursor.uint32(4)
    let form = try cursor.tag(8)
    guard form == "WAVE" else {
      throw .notAudio(reason: "a RIFF file of the kind \"\(form)\", not WAVE")
    }
    var format: SampleFormat?
    var longSize: UInt64?
    var (gaps, doubt): ([SampleGap], AudioFileError?) = ([], nil)
    var data: (offset: Int64, size: UInt32)?
    try cursor.forEachChunk(from: 12) { (name, body, size) throws(AudioFileError) in
      switch name {
      case "fmt ": format = try SampleFormat(cursor, at: body, size: size)
      case "ds64": longSize = try cursor.uint64(body + 8)
      case GapChunk.name:
        // The samples are good without their list of gaps.
        do throws(AudioFileError) {
          gaps = try GapChunk(cursor, at: body, size: size).gaps
        } catch {
          (gaps, doubt) = ([], error)
        }
      case "data":
        data = (body, UInt32(truncatingIfNeeded: size))
        return false
      default: break
      }
      return true
    }
    guard let format, let data else {
      throw .malformed(reason: "samples before their format", code: nil)
    }
    let byteCount = Self.byteCount(
      of: data.size, longSize: longSize, riffSize: riffSize, in: bytes)
    return HeaderFacts(
      sampleRate: Double(format.sampleRate), channelCount: format.channelCount,
      promisedFrames: byteCount.flatMap { format.frames(inBytes: $0) },
      endOfSamples: byteCount.map { data.offset + $0 },
      layout: format.encoding(isBigEndian: cursor.isBigEndian).map {
        SampleLayout(
          offset: data.offset, byteCount: byteCount, encoding: $0,
          container: Int32(SF_FORMAT_WAV))
      }, gaps: gaps, doubt: doubt)
  }

  /// Returns the number of bytes of the samples; `nil` if the header does not know it.
  private static func byteCount(
    of size: UInt32, longSize: UInt64?, riffSize: UInt32, in bytes: InputBytes
  ) -> Int64? {
    // The outer length is that of an empty file, so an empty file is complete.
    if size == 0, bytes.isSeekable, Int64(riffSize) + 8 >= bytes.availableCount - 1 { return 0 }
    if let longSize, size == UInt32.max {
      return longSize < UInt64(Int64.max / 4) ? Int64(longSize) : nil
    }
    return StreamingLength.known(size)
  }

  /// The `fmt ` chunk.
  struct SampleFormat {
    private var kind: UInt16
    /// The number of channels.
    var channelCount: Int
    /// The samples a second.
    var sampleRate: UInt32
    private var blockSize: Int64
    private var samplesPerBlock: Int64?

    /// Reads the chunk at `body`.
    init(_ cursor: HeaderCursor, at body: Int64, size: UInt64) throws(AudioFileError) {
      kind = try cursor.uint16(body)
      channelCount = Int(try cursor.uint16(body + 2))
      sampleRate = try cursor.uint32(body + 4)
      blockSize = Int64(try cursor.uint16(body + 12))
      if kind == 0xFFFE, size >= 26 { kind = try cursor.uint16(body + 24) }
      // The ADPCM of Microsoft and of IMA, and GSM 6.10.
      if kind == 0x02 || kind == 0x11 || kind == 0x31, size >= 20 {
        samplesPerBlock = Int64(try cursor.uint16(body + 18))
      }
    }

    /// The bytes of a sample; 0 if a block does not consist of whole samples.
    private var sampleSize: Int64 {
      guard channelCount > 0, blockSize % Int64(channelCount) == 0 else { return 0 }
      return blockSize / Int64(channelCount)
    }

    /// Returns libsndfile's number of plain samples; `nil` for packed ones.
    func encoding(isBigEndian: Bool) -> Int32? {
      let samples: Int =
        switch (kind, sampleSize) {
        case (1, 1): SF_FORMAT_PCM_U8
        case (1, 2): SF_FORMAT_PCM_16
        case (1, 3): SF_FORMAT_PCM_24
        case (1, 4): SF_FORMAT_PCM_32
        case (3, 4): SF_FORMAT_FLOAT
        case (3, 8): SF_FORMAT_DOUBLE
        case (6, 1): SF_FORMAT_ALAW
        case (7, 1): SF_FORMAT_ULAW
        default: 0
        }
      guard samples != 0 else { return nil }
      return Int32(samples | (isBigEndian ? SF_ENDIAN_BIG : SF_ENDIAN_LITTLE))
    }

    /// Returns the number of frames in a number of bytes; `nil` if it is not known, or too large to
    /// be one.
    func frames(inBytes count: Int64) -> Int64? {
      guard blockSize > 0 else { return nil }
      if encoding(isBigEndian: false) != nil { return count / blockSize }
      guard let samplesPerBlock else { return nil }
      let (frames, isTooLarge) = (count / blockSize).multipliedReportingOverflow(
        by: samplesPerBlock)
      return isTooLarge ? nil : frames
    }
  }
}
