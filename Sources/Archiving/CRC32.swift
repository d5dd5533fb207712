// SPDX-License-Identifier: MIT

internal import CZlib

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
