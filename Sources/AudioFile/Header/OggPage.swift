// SPDX-License-Identifier: MIT

/// A page of an Ogg file with a correct checksum.
struct OggPage {
  /// The first bytes of a page.
  static let capture = Array("OggS".utf8)
  /// The longest page: its header, 255 lacing values, and 255 bytes for each.
  static let longest = headerCount + 255 + 255 * 255
  /// A limit far above the length of any recording, so that sums of positions can't overflow.
  static let largestPosition: Int64 = 1 << 60
  private static let headerCount = 27
  private static let firstFlag: UInt8 = 0x02
  private static let lastFlag: UInt8 = 0x04

  /// The first byte of the page in the file.
  let offset: Int64
  /// The number of bytes of the page.
  let count: Int
  /// The position at the end of the last packet that ends in the page; -1 if none does.
  let position: Int64
  /// The number of the stream that the page belongs to.
  let serial: UInt32
  /// The number of the page in its stream.
  let number: UInt32
  /// The number of packets that end in the page.
  let packetCount: Int64
  /// The bytes of the packets.
  let body: ArraySlice<UInt8>
  private let flags: UInt8

  /// True for the first page of a stream.
  var isFirst: Bool { flags & Self.firstFlag != 0 }
  /// True for the last page of a stream.
  var isLast: Bool { flags & Self.lastFlag != 0 }

  /// Parses the page that begins at `place`, which is `offset` in the file; `nil` if there is no
  /// whole page with a correct checksum.
  init?(_ bytes: [UInt8], at place: Int, offset: Int64) {
    guard bytes.count - place >= Self.headerCount, bytes[place...].starts(with: Self.capture),
      bytes[place + 4] == 0
    else { return nil }
    let bodyStart = place + Self.headerCount + Int(bytes[place + 26])
    guard bodyStart <= bytes.count else { return nil }
    let lacing = bytes[(place + Self.headerCount)..<bodyStart]
    let end = bodyStart + lacing.reduce(0) { $0 + Int($1) }
    guard end <= bytes.count else { return nil }
    func number(_ start: Int, _ count: Int) -> UInt64 {
      (0..<count).reduce(0) { $0 | UInt64(bytes[place + start + $1]) << UInt64(8 * $1) }
    }
    guard UInt64(Self.checksum(of: bytes, place..<end)) == number(22, 4) else { return nil }
    self.offset = offset
    count = end - place
    flags = bytes[place + 5]
    position = Int64(bitPattern: number(6, 8))
    serial = UInt32(number(14, 4))
    self.number = UInt32(number(18, 4))
    packetCount = Int64(lacing.count { $0 < 255 })
    body = bytes[bodyStart..<end]
  }

  /// Returns the CRC of a page whose own field counts as 0: polynomial 0x04C11DB7, highest bit
  /// first.
  private static func checksum(of bytes: [UInt8], _ range: Range<Int>) -> UInt32 {
    let field = (range.lowerBound + 22)..<(range.lowerBound + 26)
    var sum: UInt32 = 0
    for index in range {
      let byte = field.contains(index) ? 0 : bytes[index]
      sum = sum << 8 ^ table[Int(UInt8(truncatingIfNeeded: sum >> 24) ^ byte)]
    }
    return sum
  }

  private static let table: [UInt32] = (0..<256).map { (index: UInt32) in
    (0..<8).reduce(index << 24) { sum, _ in
      sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04C1_1DB7
    }
  }
}

/// The pages of a file in their order; bytes between them are passed over.
struct OggPageReader {
  private static let windowCount = 1 << 20

  private let bytes: InputBytes
  private var window: [UInt8] = []
  private var windowStart: Int64 = 0
  private var place = 0
  /// The number of pages after the last whole one that are not whole.
  private(set) var brokenCount = 0

  /// Begins at the first byte of a file.
  init(_ bytes: InputBytes) { self.bytes = bytes }

  /// Returns the next page; `nil` at the end.
  mutating func next() -> OggPage? {
    while true {
      fill()
      if let page = OggPage(window, at: place, offset: windowStart + Int64(place)) {
        place += page.count
        brokenCount = 0
        return page
      }
      // A page in the rest of the file begins with this byte, at the next place or later.
      guard place < window.count else { return nil }
      if window[place...].starts(with: OggPage.capture) { brokenCount += 1 }
      place = window[(place + 1)...].firstIndex(of: OggPage.capture[0]) ?? window.count
    }
  }

  /// Holds the longest page at the place, if the file has as many bytes.
  private mutating func fill() {
    guard window.count - place < OggPage.longest else { return }
    let start = windowStart + Int64(place)
    guard windowStart + Int64(window.count) < bytes.availableCount else { return }
    window = bytes.peek(at: start, count: Self.windowCount) ?? []
    (windowStart, place) = (start, 0)
  }
}
