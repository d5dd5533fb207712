// SPDX-License-Identifier: MIT

/// CRC-32C: the checksum of a journal line and of a managed section.
///
/// The checksum finds every burst of errors within 32 neighbouring bits, and every odd number of
/// wrong bits. Castagnoli, Bräuer and Herrmann 1993, doi:10.1109/26.231911; the reflected
/// polynomial 0x82F63B78 as in RFC 3720.
struct Checksum {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? (value >> 1) ^ 0x82F6_3B78 : value >> 1
    }
  }

  private var register: UInt32 = .max

  /// The checksum of the bytes so far.
  var value: UInt32 { ~register }

  /// Adds bytes.
  mutating func add(_ bytes: Span<UInt8>) {
    let table = Self.table.span
    var register = register
    for index in bytes.indices {
      register = (register >> 8) ^ table[Int(UInt8(truncatingIfNeeded: register) ^ bytes[index])]
    }
    self.register = register
  }

  /// Returns the checksum of bytes.
  static func of(_ bytes: Span<UInt8>) -> UInt32 {
    var checksum = Checksum()
    checksum.add(bytes)
    return checksum.value
  }

  /// Returns the checksum of a text's UTF-8.
  static func of(_ text: String) -> UInt32 { of(Array(text.utf8).span) }

  /// Returns a checksum as eight digits.
  static func text(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }
}
