// SPDX-License-Identifier: MIT

/// The streams of an Ogg file, one after another, from a check of all pages.
///
/// libsndfile decodes the first stream only, and omits pages that are missing or damaged without
/// notice. The pages show both: each has a number, a checksum and a position.
///
/// Source: Pfeiffer 2003, RFC 3533, §4 and §6. Positions: RFC 7845, §4 for Opus; for Vorbis and
/// FLAC they count samples.
struct OggStreams {
  /// The streams in their order, from the first one whose first page is whole.
  private(set) var streams: [Stream] = []
  /// True if the file does not begin with the first page of a stream, so that its first stream
  /// can't be decoded.
  private(set) var lacksBeginning = false

  /// One stream: the pages of one sound, and of others at the same time.
  struct Stream {
    /// The bytes of the stream.
    var bytes: Range<Int64>
    /// True if its last page is there.
    var isComplete = false
    /// The position up to which the pages are complete; `nil` for a stream without damage.
    var damagedAfter: Int64?

    fileprivate var codec = Codec.other
    fileprivate var serial: UInt32
    fileprivate var serials: Set<UInt32>
    fileprivate var lastNumber: UInt32
    fileprivate var lastPosition: Int64 = 0
    /// The first byte after the last page so far.
    fileprivate var endOfPages: Int64 = 0
    /// True if a page after the first one has been seen.
    fileprivate var hasBegun = false
    /// True if the first page with sound has been seen.
    fileprivate var hasSound = false
    /// True if the positions begin at 0, so that they give the number of samples.
    fileprivate var beginsAtZero = true

    /// Returns the number of frames before the damage.
    ///
    /// - Parameter sampleRate: the samples a second of the decoder.
    /// - Returns: `nil` if there is no damage, or if it is not known.
    func goodFrames(at sampleRate: Int) -> Int64? {
      guard let damagedAfter, beginsAtZero else { return nil }
      switch codec {
      case .vorbis, .flac: return damagedAfter
      case .opus(let preSkip):
        let frames = Double(damagedAfter - preSkip) * Double(sampleRate) / Codec.opusRate
        return Int64(max(0, frames))
      case .other: return nil
      }
    }
  }

  /// The kind of a stream, which determines the meaning of its positions.
  fileprivate enum Codec: Hashable {
    case vorbis, flac
    case opus(preSkip: Int64)
    case other

    /// The rate of the positions of Opus, in hertz.
    static let opusRate = 48000.0

    init(packet: ArraySlice<UInt8>) {
      let offset = packet.startIndex
      if packet.starts(with: Array("\u{1}vorbis".utf8)) {
        self = .vorbis
      } else if packet.starts(with: Array("\u{7F}FLAC".utf8)) {
        self = .flac
      } else if packet.starts(with: Array("OpusHead".utf8)), packet.count >= 12 {
        self = .opus(preSkip: Int64(packet[offset + 10]) | Int64(packet[offset + 11]) << 8)
      } else {
        self = .other
      }
    }

    /// The largest number of samples of a packet.
    var longestPacket: Int64 {
      switch self {
      case .vorbis: 8192
      case .opus: 5760
      case .flac, .other: 65535
      }
    }
  }

  /// Checks the pages of a file; `nil` for a pipe, and for anything but an Ogg file.
  ///
  /// - Parameter bytes: a file.
  /// - Complexity: O(size of the file). The file is read in windows of a megabyte; the end of each,
  ///   at most as long as a page, is read again at the beginning of the next.
  init?(in bytes: InputBytes) {
    guard bytes.isSeekable, bytes.peek(at: 0, count: 4) == OggPage.capture else { return nil }
    var reader = OggPageReader(bytes)
    guard let first = reader.next() else { return nil }
    lacksBeginning = !first.isFirst || first.offset > 0
    add(first)
    while let page = reader.next() { add(page) }
    guard !streams.isEmpty else { return }
    // A file that was cut off has a part of one page after the last whole one.
    if !streams[streams.count - 1].isComplete, reader.brokenCount > 1 {
      streams[streams.count - 1].noteDamage()
    }
    for index in streams.indices.dropLast() {
      streams[index].bytes = streams[index].bytes.lowerBound..<streams[index + 1].bytes.lowerBound
    }
    streams[streams.count - 1].bytes =
      streams[streams.count - 1].bytes.lowerBound..<bytes.availableCount
  }

  private mutating func add(_ page: OggPage) {
    let last = streams.count - 1
    if page.isFirst {
      let codec = Codec(packet: page.body)
      if last < 0 || streams[last].hasBegun {
        if last >= 0 { streams[last].complete(before: page) }
        var stream = Stream(
          bytes: page.offset..<page.offset, serial: page.serial, serials: [page.serial],
          lastNumber: page.number)
        stream.codec = codec
        streams.append(stream)
      } else {
        // Several streams at the same time begin together. The first known kind is the sound.
        streams[last].serials.insert(page.serial)
        if streams[last].codec == .other, codec != .other {
          streams[last].codec = codec
          (streams[last].serial, streams[last].lastNumber) = (page.serial, page.number)
        }
      }
      return
    }
    // Without its first page, a stream can't be decoded.
    guard last >= 0 else { return }
    streams[last].hasBegun = true
    streams[last].endOfPages = page.offset + Int64(page.count)
    guard page.serial == streams[last].serial else {
      // The first page of a further stream is missing.
      if !streams[last].serials.contains(page.serial) { streams[last].noteDamage() }
      return
    }
    streams[last].add(page)
  }
}

extension OggStreams.Stream {
  fileprivate mutating func noteDamage() { damagedAfter = damagedAfter ?? lastPosition }

  /// Counts the stream as complete at the first page of the next one.
  ///
  /// Recorders of radio stations join streams without marking their last pages.
  fileprivate mutating func complete(before page: OggPage) {
    if !isComplete, page.offset != endOfPages { noteDamage() }
    isComplete = true
  }

  fileprivate mutating func add(_ page: OggPage) {
    if page.number != lastNumber &+ 1 { noteDamage() }
    lastNumber = page.number
    isComplete = isComplete || page.isLast
    // A page in which no packet ends has the position -1.
    guard page.position >= 0 else { return }
    if page.position > 0, !hasSound {
      hasSound = true
      beginsAtZero = page.position <= page.packetCount * codec.longestPacket
    }
    lastPosition = min(page.position, OggPage.largestPosition)
  }
}
