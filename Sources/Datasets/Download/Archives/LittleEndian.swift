// SPDX-License-Identifier: MIT

/// Fields of a binary record whose low byte comes first.
struct LittleEndian {
  let bytes: [UInt8]

  /// Returns the field of two bytes at `offset`.
  func word(at offset: Int) -> Int { Int(bytes[offset]) | Int(bytes[offset + 1]) << 8 }

  /// Returns the field of four bytes at `offset`.
  func double(at offset: Int) -> Int { word(at: offset) | word(at: offset + 2) << 16 }
}
