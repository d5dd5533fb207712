// SPDX-License-Identifier: MIT

/// Little-endian fields of a binary record.
struct LittleEndian {
  let bytes: [UInt8]

  /// Returns the field of two bytes at `offset`.
  func word(at offset: Int) -> Int { Int(bytes[offset]) | Int(bytes[offset + 1]) << 8 }

  /// Returns the field of four bytes at `offset`.
  func double(at offset: Int) -> Int { word(at: offset) | word(at: offset + 2) << 16 }
}
