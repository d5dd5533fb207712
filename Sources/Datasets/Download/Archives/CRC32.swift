// SPDX-License-Identifier: MIT

/// The checksum that zip archives carry for each member (ISO 3309, reflected polynomial EDB88320).
struct CRC32 {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in
      sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320
    }
  }

  private var state: UInt32 = 0xFFFF_FFFF

  /// The checksum of all bytes so far.
  var value: UInt32 { ~state }

  /// Adds bytes.
  ///
  /// - Complexity: O(n).
  mutating func add(_ bytes: ArraySlice<UInt8>) {
    var state = state
    let table = Self.table.span
    let bytes = bytes.span
    for index in bytes.indices {
      state = table[Int(UInt8(truncatingIfNeeded: state) ^ bytes[index])] ^ state >> 8
    }
    self.state = state
  }
}
