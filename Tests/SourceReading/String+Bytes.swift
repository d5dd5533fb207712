// SPDX-License-Identifier: MIT

internal import Glibc

/// Searches for bytes by the C library.
///
/// `contains` compares characters, which takes seconds for all sources in unoptimised tests. A source
/// has no byte of value 0, which would end it here.
extension String {
  private static let spaces = " \t\n\r"

  /// Returns true if the bytes of `text` stand somewhere in this string.
  package func containsBytes(of text: String) -> Bool { withCString { strstr($0, text) != nil } }

  /// Returns true if a parenthesis follows `name` somewhere, at once or behind white space.
  package func containsCall(of name: String) -> Bool {
    withCString { start in
      var next = strstr(start, name)
      while let found = next {
        let end = found + name.utf8.count
        if end[strspn(end, Self.spaces)] == CChar(UInt8(ascii: "(")) { return true }
        next = strstr(end, name)
      }
      return false
    }
  }

  /// Returns the start of this string through the last bytes of `text` and so many words behind
  /// them; nothing without `text`.
  package func start(throughLast text: String, andWords count: Int) -> String {
    withCString { start in
      var (next, last): (UnsafeMutablePointer<CChar>?, UnsafePointer<CChar>?) = (
        strstr(start, text), nil
      )
      while let found = next {
        last = UnsafePointer(found + text.utf8.count)
        next = strstr(found + text.utf8.count, text)
      }
      guard var end = last else { return "" }
      for _ in 0..<count {
        end += strspn(end, Self.spaces)
        end += strcspn(end, Self.spaces)
      }
      return String(
        decoding: UnsafeRawBufferPointer(start: start, count: end - start), as: UTF8.self)
    }
  }
}
