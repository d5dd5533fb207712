// SPDX-License-Identifier: MIT

internal import Glibc

/// Swift source without comments and without the text of string literals.
///
/// Interpolations stay, because they are code. Line breaks stay, so that line numbers stay.
package struct SourceText {
  /// The remaining code.
  package let code: String

  /// The lines of the code; each keeps its place.
  package var lines: [String] {
    code.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// Reads source.
  package init(_ source: String) {
    var reader = Reader(source)
    reader.readCode(untilParenthesis: false)
    code = String(decoding: reader.output, as: UTF8.self)
  }
}

/// Reads the bytes and keeps the code; every delimiter is ASCII.
///
/// Functions of the C library search for the delimiters: a loop over the bytes takes seconds,
/// because tests are not optimised.
private struct Reader {
  /// The source, and a zero, which ends it for the C library.
  private let bytes: [UInt8]
  /// The number of bytes of the source.
  private let end: Int
  private var place = 0
  private(set) var output: [UInt8] = []

  init(_ source: String) {
    bytes = Array(source.utf8) + [0]
    end = bytes.count - 1
    output.reserveCapacity(end)
  }

  /// Reads to the end, or to the parenthesis that closes an interpolation.
  mutating func readCode(untilParenthesis: Bool) {
    var depth = 0
    while true {
      let plain = length { strcspn($0, "/#\"()") }
      output.append(contentsOf: bytes[place..<place + plain])
      place += plain
      guard place < end else { return }
      let next = bytes[place]
      if next == Self.slash {
        if stands("//") {
          place += length { strcspn($0, "\n") }
          continue
        }
        if stands("/*") {
          skipBlockComment()
          continue
        }
      } else if next == Self.opening {
        depth += 1
      } else if next == Self.closing {
        if untilParenthesis && depth == 0 { return }
        depth -= 1
      } else if let opening = stringOpening() {
        readString(hashes: opening.hashes, quotes: opening.quotes)
        continue
      }
      // One of the delimiters in its other meaning, or a zero.
      output.append(next)
      place += 1
    }
  }

  private static let lineEnd = UInt8(ascii: "\n")
  private static let slash = UInt8(ascii: "/")
  private static let opening = UInt8(ascii: "(")
  private static let closing = UInt8(ascii: ")")
  private static let quote = UInt8(ascii: "\"")

  /// Returns what a function of the C library measures in the bytes from here on.
  private func length(_ measure: (UnsafePointer<CChar>) -> Int) -> Int {
    bytes.withUnsafeBytes { bytes in
      bytes.baseAddress.map { measure(($0 + place).assumingMemoryBound(to: CChar.self)) } ?? 0
    }
  }

  /// Returns true where `text` comes next.
  private func stands(_ text: String) -> Bool {
    length { Int(strncmp($0, text, text.utf8.count)) } == 0
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
    } while depth > 0 && place < end
    output.append(UInt8(ascii: " "))
  }

  /// Drops one byte, but keeps it when it ends a line.
  private mutating func skip() {
    if bytes[place] == Self.lineEnd { output.append(Self.lineEnd) }
    place += 1
  }

  private func stringOpening() -> (hashes: Int, quotes: Int)? {
    let hashes = length { strspn($0, "#") }
    let quotes = length { strspn($0 + hashes, "\"") }
    if quotes == 0 { return nil }
    return (hashes, quotes >= 3 ? 3 : 1)
  }

  private mutating func readString(hashes: Int, quotes: Int) {
    let hash = String(repeating: "#", count: hashes)
    let closing = String(repeating: "\"", count: quotes) + hash
    let escape = "\\" + hash
    let interpolation = escape + "("
    place += hashes + quotes
    output.append(Self.quote)
    while true {
      place += length { strcspn($0, "\"\\\n") }
      guard place < end else { break }
      if bytes[place] == Self.quote, stands(closing) {
        place += closing.utf8.count
        output.append(Self.quote)
        return
      } else if stands(interpolation) {
        place += interpolation.utf8.count
        output.append(Self.opening)
        readCode(untilParenthesis: true)
        if place < end { place += 1 }
        output.append(Self.closing)
      } else if stands(escape) {
        place += escape.utf8.count
        if place < end { skip() }
      } else {
        skip()
      }
    }
    output.append(Self.quote)
  }
}
