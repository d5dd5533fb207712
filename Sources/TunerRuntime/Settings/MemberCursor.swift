// SPDX-License-Identifier: MIT

/// Cuts the text of a JSON object into its members, each value with its text as it is.
///
/// The text is known to be valid JSON: nothing is checked here, and nothing but the depth of brackets
/// and the ends of strings is understood. Whatever it is given, it comes to an end.
struct MemberCursor {
  private let bytes: [UInt8]
  private var index: Int

  /// Begins behind the object's brace; `nil` where there is none.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard let brace = bytes.firstIndex(of: UInt8(ascii: "{")) else { return nil }
    index = brace + 1
  }

  /// Returns the next member, its key in quotes; `nil` behind the last.
  mutating func next() -> (key: String, value: String)? {
    skip { Self.isBlank($0) || $0 == UInt8(ascii: ",") }
    guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { return nil }
    let key = value()
    skip { Self.isBlank($0) || $0 == UInt8(ascii: ":") }
    return (key, value())
  }

  /// Takes in a value up to the comma, brace or bracket behind it.
  private mutating func value() -> String {
    let start = index
    var depth = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        skipString()
        if depth == 0 { return text(from: start) }
        continue
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == 0 { return text(from: start) }
        depth -= 1
        if depth == 0 {
          index += 1
          return text(from: start)
        }
      case UInt8(ascii: ",") where depth == 0: return text(from: start)
      case let byte where depth == 0 && Self.isBlank(byte): return text(from: start)
      default: break
      }
      index += 1
    }
    return text(from: start)
  }

  private mutating func skipString() {
    index += 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    index = min(index + 1, bytes.count)
  }

  private mutating func skip(while matches: (UInt8) -> Bool) {
    while index < bytes.count, matches(bytes[index]) { index += 1 }
  }

  private func text(from start: Int) -> String {
    String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }
}
