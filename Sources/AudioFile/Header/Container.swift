// SPDX-License-Identifier: MIT

import AudioInput

/// The kind of a file, from its first bytes.
enum Container: Hashable, Sendable {
  /// RIFF, RIFX and RF64.
  case wav
  case aiff, flac, caf, au, w64, voc
  /// Ogg and MP3: their headers have no reliable length, and need none.
  case streamed
  /// A kind that libsndfile does not read.
  case foreign(name: String)
  /// A MIDI file, which has notes and no sound.
  case notes
  /// Another kind, which libsndfile may read.
  case unknown

  /// The number of bytes that determine the kind.
  static let headCount = 16

  init(head: [UInt8]) {
    self =
      if let row = Self.magics.first(where: { Self.head(head, has: $0.bytes, at: $0.offset) }) {
        row.container
      } else if Self.isMPEG(head) {
        .streamed
      } else {
        .unknown
      }
  }

  private static let magics: [(offset: Int, bytes: [UInt8], container: Container)] = [
    (0, Array("RIFF".utf8), .wav), (0, Array("RIFX".utf8), .wav), (0, Array("RF64".utf8), .wav),
    (0, Array("FORM".utf8), .aiff), (0, Array("fLaC".utf8), .flac), (0, Array("caff".utf8), .caf),
    (0, Array(".snd".utf8), .au), (0, Array("dns.".utf8), .au), (0, Array("OggS".utf8), .streamed),
    (0, Array("ID3".utf8), .streamed), (0, Array("riff".utf8), .w64),
    (0, Array("Creative Voice F".utf8), .voc),
    (4, Array("ftyp".utf8), .foreign(name: "an MP4 or M4A file")),
    (0, [0x1A, 0x45, 0xDF, 0xA3], .foreign(name: "a Matroska or WebM file")),
    (0, [0x30, 0x26, 0xB2, 0x75], .foreign(name: "a WMA file")),
    (0, [0xFF, 0xF1], .foreign(name: "an AAC file")),
    (0, [0xFF, 0xF9], .foreign(name: "an AAC file")),
    // libsndfile prints messages on standard output for a damaged one.
    (0, [0xF0, 0x7E], .foreign(name: "a MIDI sample dump")),
    (0, Array("MThd".utf8), .notes),
  ]

  private static func head(_ head: [UInt8], has bytes: [UInt8], at offset: Int) -> Bool {
    head.count >= offset + bytes.count && head[offset...].starts(with: bytes)
  }

  /// Returns the kind of file behind the ID3 tags that libsndfile skips.
  ///
  /// - Parameter bytes: a file.
  /// - Returns: the kind; `nil` without a tag.
  static func behindTags(of bytes: InputBytes) -> Container? {
    var place: Int64 = 0
    while let head = bytes.peek(at: place, count: headCount), head.count >= 10,
      head.starts(with: Array("ID3".utf8))
    {
      place += 10 + head[6..<10].reduce(Int64(0)) { $0 << 7 | Int64($1 & 0x7F) }
    }
    guard place > 0, let head = bytes.peek(at: place, count: headCount) else { return nil }
    return Container(head: head)
  }

  /// Returns true if an MPEG audio frame begins here: 11 set bits, and no field with a forbidden
  /// value.
  private static func isMPEG(_ head: [UInt8]) -> Bool {
    guard head.count >= 4, head[0] == 0xFF, head[1] & 0xE0 == 0xE0 else { return false }
    let isForbidden =
      head[1] & 0x18 == 0x08 || head[1] & 0x06 == 0 || head[2] & 0xF0 == 0xF0
      || head[2] & 0x0C == 0x0C
    return !isForbidden
  }
}

/// The content of a header, before libsndfile corrects it without notice.
struct HeaderFacts: Hashable, Sendable {
  /// The samples a second as written; may be 0, huge or NaN.
  var sampleRate: Double
  /// The number of channels as written.
  var channelCount: Int
  /// The number of frames; `nil` if the header has none.
  var promisedFrames: Int64?
  /// The first byte after packed samples; `nil` if the header does not say it.
  var endOfSamples: Int64?
  /// The location of plain samples, if they can be read without the container.
  var layout: SampleLayout?
  /// The gaps in the header.
  var gaps: [SampleGap] = []
  /// The reason why the list of gaps could not be parsed; `nil` for a good list, or none.
  var doubt: AudioFileError?
}

/// A range of plain samples.
struct SampleLayout: Hashable, Sendable {
  /// The first byte of the first sample.
  var offset: Int64
  /// The number of bytes; `nil` if the samples extend to the end.
  var byteCount: Int64?
  /// The sample format and byte order, as libsndfile's numbers.
  var encoding: Int32
  /// The container around them, as libsndfile's number.
  var container: Int32
}

/// The length field of a program that cannot seek back to complete it.
enum StreamingLength {
  /// Returns `size`, or `nil` when it stands for "unknown".
  ///
  /// 0 is written by GStreamer, 0x7F000000 and 0x7FFFF000 by SoX, 0x7FFFFFFF and 0x80000000 by
  /// arecord, 0xFFFFFFFF by FFmpeg. Some subtract the known size of the header.
  static func known(_ size: UInt32) -> Int64? {
    switch size {
    case 0, 0x7EFF_0000...0x8000_0200, 0xFFFF_F000...0xFFFF_FFFF: nil
    default: Int64(size)
    }
  }
}
