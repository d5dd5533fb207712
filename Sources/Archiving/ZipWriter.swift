// SPDX-License-Identifier: MIT

internal import CZlib

/// A writer of zip archives (PKWARE APPNOTE 6.3.10, §4.3).
///
/// A member is deflated if that makes it smaller, and stored otherwise. With one version of zlib,
/// equal files give equal archives: every member has the format's first date.
package struct ZipWriter {
  /// A file in the archive.
  package struct Member {
    let name: String
    let bytes: [UInt8]

    package init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  private static let (stored, deflated): (UInt16, UInt16) = (0, 8)
  /// 1 January 1980 in the MS-DOS format.
  private static let day: UInt16 = 1 << 5 | 1
  private static let utf8Names: UInt16 = 0x0800
  private static let version: UInt16 = 20

  /// Returns the archive.
  ///
  /// - Parameter members: names without directories, and less than 4 GB of bytes altogether.
  /// - Returns: the archive's bytes.
  package static func bytes(of members: [Member]) -> [UInt8] {
    var archive: [UInt8] = []
    var directory: [UInt8] = []
    for member in members {
      let offset = UInt32(archive.count)
      let packed = Deflate.compressed(member.bytes, in: .none)
      let isSmaller = packed.count < member.bytes.count
      let contents = isSmaller ? packed : member.bytes
      let facts = facts(
        of: member, packedCount: contents.count, method: isSmaller ? deflated : stored)
      archive += four(0x0403_4B50) + facts + Array(member.name.utf8) + contents
      directory += four(0x0201_4B50) + two(version) + facts
      // An empty comment, disk 0, unspecified internal attributes, default permissions, and the
      // offset of the member.
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

  /// Returns the fields that the local header and the directory share.
  private static func facts(of member: Member, packedCount: Int, method: UInt16) -> [UInt8] {
    two(version) + two(utf8Names) + two(method) + two(0) + two(day)
      + four(CRC32.of(member.bytes)) + four(UInt32(packedCount))
      + four(UInt32(member.bytes.count)) + two(UInt16(member.name.utf8.count)) + two(0)
  }

  private static func four(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) }
  }

  private static func two(_ number: UInt16) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
  }
}

/// The checksum of zip members and of PNG chunks (ISO 3309, reflected polynomial EDB88320), by
/// zlib.
package struct CRC32 {
  /// The checksum of all bytes so far.
  package private(set) var value: UInt32 = 0

  /// Makes the checksum of an empty input.
  package init() {}

  /// Returns the checksum of `bytes`.
  package static func of(_ bytes: [UInt8]) -> UInt32 {
    var checksum = CRC32()
    checksum.add(bytes[...])
    return checksum.value
  }

  /// Adds bytes.
  ///
  /// - Complexity: O(n).
  package mutating func add(_ bytes: ArraySlice<UInt8>) {
    // zlib restarts the checksum for a null buffer, and an empty slice may have one.
    if bytes.isEmpty { return }
    value = bytes.withUnsafeBufferPointer {
      UInt32(truncatingIfNeeded: crc32_z(uLong(value), $0.baseAddress, $0.count))
    }
  }
}
