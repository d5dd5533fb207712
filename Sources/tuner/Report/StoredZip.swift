// SPDX-License-Identifier: MIT

/// A ZIP archive of files as they are, without compression: samples of floating point don't shrink.
///
/// Equal files give equal archives: the only time in it is the format's own first day.
///
/// Source: PKWARE APPNOTE 6.3.10, §4.3.
struct StoredZip {
  /// A file in the archive.
  struct Member {
    var name: String
    var bytes: [UInt8]
  }

  /// The first of January 1980, in MS-DOS's form.
  private static let day: UInt16 = 1 << 5 | 1

  /// Returns the archive.
  ///
  /// - Parameter members: names without directories, and less than 4 GB of bytes altogether.
  /// - Returns: the archive's bytes.
  static func bytes(of members: [Member]) -> [UInt8] {
    var archive: [UInt8] = []
    var directory: [UInt8] = []
    for member in members {
      let offset = UInt32(archive.count)
      let facts = facts(of: member)
      archive += four(0x0403_4B50) + facts + Array(member.name.utf8) + member.bytes
      directory += four(0x0201_4B50) + two(20) + facts
      // No comment, one disk, text or not unknown, plain permissions, and where the member lies.
      directory += two(0) + two(0) + two(0)
      directory += four(0) + four(offset) + Array(member.name.utf8)
    }
    let start = UInt32(archive.count)
    let count = UInt16(members.count)
    archive += directory
    archive += four(0x0605_4B50) + two(0) + two(0) + two(count)
    archive += two(count) + four(UInt32(directory.count)) + four(start) + two(0)
    return archive
  }

  /// What the member's own header and the directory say alike.
  private static func facts(of member: Member) -> [UInt8] {
    let size = UInt32(member.bytes.count)
    // Version 2.0, names in UTF-8, stored.
    return two(20) + two(0x0800) + two(0)
      + two(0) + two(day) + four(crc32(member.bytes)) + four(size) + four(size)
      + two(UInt16(member.name.utf8.count)) + two(0)
  }

  private static func four(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) }
  }

  private static func two(_ number: UInt16) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
  }

  /// The checksum of ISO 3309, with the polynomial 0xEDB88320 and both ends inverted.
  static func crc32(_ bytes: [UInt8]) -> UInt32 {
    var sum = UInt32.max
    let bytes = bytes.span
    for index in bytes.indices {
      sum = table[Int((sum ^ UInt32(bytes[index])) & 0xFF)] ^ (sum >> 8)
    }
    return ~sum
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
  }
}
