// SPDX-License-Identifier: MIT

/// Derives choices from bytes: equal bytes give equal choices, and the end of the bytes ends them.
struct ByteReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  /// The next byte; 0 behind the end.
  mutating func byte() -> Int { rest.popFirst().map(Int.init) ?? 0 }

  /// A number below `limit`, which is 65536 at most.
  mutating func number(below limit: Int) -> Int { (byte() | byte() << 8) % limit }

  /// A sample of any bit pattern.
  mutating func sample() -> Float {
    var bits: UInt32 = 0
    for _ in 0..<4 { bits = bits << 8 | UInt32(byte()) }
    return Float(bitPattern: bits)
  }

  /// The remaining bytes.
  mutating func remainder() -> [UInt8] {
    defer { rest = [] }
    return Array(rest)
  }
}

/// A number of some bytes, least significant first.
func littleEndian(_ value: Int, bytes: Int) -> [UInt8] {
  (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}

/// A number of some bytes, most significant first.
func bigEndian(_ value: Int, bytes: Int) -> [UInt8] { littleEndian(value, bytes: bytes).reversed() }

/// A chunk of the RIFF family.
func riffChunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
  Array(name.utf8) + littleEndian(body.count, bytes: 4) + body + (body.count % 2 == 0 ? [] : [0])
}
