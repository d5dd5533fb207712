// SPDX-License-Identifier: MIT

/// Reads a line of the journal, field by field.
struct LineScanner {
  private let bytes: [UInt8]
  private var index = 0

  /// Starts at the first of `bytes`.
  init(_ bytes: Span<UInt8>) {
    self.bytes = bytes.indices.map { bytes[$0] }
  }

  /// True at the end of the line.
  var isAtEnd: Bool { index == bytes.count }

  /// Skips `text` if it comes next, and returns true if it did.
  mutating func skip(_ text: StaticString) -> Bool {
    guard bytes.count - index >= text.utf8CodeUnitCount else { return false }
    var place = index
    let matches = text.withUTF8Buffer { expected in
      for byte in expected {
        if bytes[place] != byte { return false }
        place += 1
      }
      return true
    }
    if matches { index = place }
    return matches
  }

  /// Reads a whole number as JSON writes it; `nil` for anything else.
  mutating func integer() -> Int64? {
    let isNegative = skip("-")
    let first = index
    var value: Int64 = 0
    while index < bytes.count, (0x30...0x39).contains(bytes[index]) {
      guard index - first < 18 else { return nil }
      value = value * 10 + Int64(bytes[index] - 0x30)
      index += 1
    }
    let count = index - first
    guard count > 0, count == 1 || bytes[first] != 0x30 else { return nil }
    return isNegative ? -value : value
  }

  /// Reads a number of hexadecimal digits.
  mutating func hexadecimal(digits: Int) -> UInt64? {
    guard bytes.count - index >= digits else { return nil }
    var value: UInt64 = 0
    for byte in bytes[index..<(index + digits)] {
      switch byte {
      case 0x30...0x39: value = value << 4 | UInt64(byte - 0x30)
      case 0x61...0x66: value = value << 4 | UInt64(byte - 0x61 + 10)
      default: return nil
      }
    }
    index += digits
    return value
  }

  /// Reads a string in quotes that contains no escapes.
  mutating func text() -> String? {
    guard skip("\"") else { return nil }
    let first = index
    while index < bytes.count, PracticeRecord.isWritable(bytes[index]) { index += 1 }
    let characters = bytes[first..<index]
    guard skip("\"") else { return nil }
    return String(decoding: characters, as: UTF8.self)
  }
}
