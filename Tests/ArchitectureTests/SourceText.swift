// SPDX-License-Identifier: MIT

/// Swift source without comments and without the text of string literals.
///
/// Interpolations stay, because they are code. Line breaks stay, so that line numbers stay.
struct SourceText {
  /// The remaining code.
  let code: String

  init(_ source: String) {
    var reader = Reader(bytes: Array(source.utf8))
    reader.readCode(untilParenthesis: false)
    code = String(decoding: reader.output, as: UTF8.self)
  }
}

/// Reads the bytes and keeps the code; every delimiter is ASCII.
private struct Reader {
  let bytes: [UInt8]
  var place = 0
  var output: [UInt8] = []

  init(bytes: [UInt8]) {
    self.bytes = bytes
    output.reserveCapacity(bytes.count)
  }

  /// Reads to the end, or to the parenthesis that closes an interpolation.
  mutating func readCode(untilParenthesis: Bool) {
    var depth = 0
    while place < bytes.count {
      let next = bytes[place]
      switch next {
      case UInt8(ascii: "/") where stands("//"):
        while place < bytes.count, bytes[place] != Self.lineEnd { place += 1 }
        continue
      case UInt8(ascii: "/") where stands("/*"):
        skipBlockComment()
        continue
      case UInt8(ascii: "#"), UInt8(ascii: "\""):
        if let opening = stringOpening() {
          readString(hashes: opening.hashes, quotes: opening.quotes)
          continue
        }
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        if untilParenthesis && depth == 0 { return }
        depth -= 1
      default: break
      }
      output.append(next)
      place += 1
    }
  }

  private static let lineEnd = UInt8(ascii: "\n")

  /// Returns true where `text` comes next.
  private func stands(_ text: String) -> Bool {
    bytes.count - place >= text.utf8.count && bytes[place...].starts(with: text.utf8)
  }

  private mutating func skipBlockComment() {
    var depth = 0
    repeat {
      if stands("/*") {
        depth += 1
        place += 2
      } else if stands("*/") {
        depth -= 1
        place += 2
      } else {
        skip()
      }
    } while depth > 0 && place < bytes.count
    output.append(UInt8(ascii: " "))
  }

  /// Drops one byte, but keeps it when it ends a line.
  private mutating func skip() {
    if bytes[place] == Self.lineEnd { output.append(Self.lineEnd) }
    place += 1
  }

  private func stringOpening() -> (hashes: Int, quotes: Int)? {
    let hashes = bytes[place...].prefix { $0 == UInt8(ascii: "#") }.count
    let quotes = bytes[(place + hashes)...].prefix { $0 == UInt8(ascii: "\"") }.count
    if quotes == 0 { return nil }
    return (hashes, quotes >= 3 ? 3 : 1)
  }

  private mutating func readString(hashes: Int, quotes: Int) {
    let hash = String(repeating: "#", count: hashes)
    let closing = String(repeating: "\"", count: quotes) + hash
    let escape = "\\" + hash
    let interpolation = escape + "("
    place += hashes + quotes
    output.append(UInt8(ascii: "\""))
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\"") where stands(closing):
        place += closing.utf8.count
        output.append(UInt8(ascii: "\""))
        return
      case UInt8(ascii: "\\") where stands(interpolation):
        place += interpolation.utf8.count
        output.append(UInt8(ascii: "("))
        readCode(untilParenthesis: true)
        if place < bytes.count { place += 1 }
        output.append(UInt8(ascii: ")"))
      case UInt8(ascii: "\\") where stands(escape):
        place += escape.utf8.count
        if place < bytes.count { skip() }
      default:
        skip()
      }
    }
    output.append(UInt8(ascii: "\""))
  }
}
