// SPDX-License-Identifier: MIT

/// A sequential reader of the bytes of a MIDI file.
struct MIDIReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var isAtEnd: Bool { rest.isEmpty }

  /// Returns the next byte without consuming it.
  func peek() -> UInt8? { rest.first }

  /// Consumes `count` bytes; `nil` when fewer remain.
  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  /// Consumes a big-endian number of `count` bytes.
  mutating func number(_ count: Int) -> Int? { take(count)?.reduce(0) { $0 << 8 | Int($1) } }

  /// Consumes a variable-length quantity of up to four bytes.
  mutating func variableNumber() -> Int? {
    var value = 0
    for _ in 0..<4 {
      guard let byte = number(1) else { return nil }
      value = value << 7 | byte & 0x7F
      if byte < 0x80 { return value }
    }
    return nil
  }
}
