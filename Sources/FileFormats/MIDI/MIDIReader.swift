// SPDX-License-Identifier: MIT

/// Bytes of a MIDI file, read from front to back.
struct MIDIReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var isAtEnd: Bool { rest.isEmpty }

  /// Returns the next byte and leaves it there.
  func peek() -> UInt8? { rest.first }

  /// Takes `count` bytes; `nil` where there are not so many.
  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  /// Takes a number of `count` bytes, the high one first.
  mutating func number(_ count: Int) -> Int? { take(count)?.reduce(0) { $0 << 8 | Int($1) } }

  /// Takes a number of up to four groups of seven bits.
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
