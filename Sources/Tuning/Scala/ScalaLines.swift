// SPDX-License-Identifier: MIT

/// The lines of a Scala file that are not comments, with their numbers.
struct ScalaLines {
  /// The number of the last returned line, from 1.
  private(set) var number = 0
  private var rest: [Substring]

  /// Splits a file at LF, CR or both.
  ///
  /// - Throws: `ScalaError` for UTF-16 and for bytes that no 8-bit text has.
  init(_ bytes: [UInt8]) throws(ScalaError) {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw ScalaError(line: 1, .notPlainText)
    }
    if let zero = bytes.firstIndex(of: 0) {
      let line = 1 + bytes[..<zero].count { $0 == 10 }
      throw ScalaError(line: line, .notPlainText)
    }
    let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let body = isMarked ? Array(bytes.dropFirst(3)) : bytes
    // Old files are in Latin-1, whose bytes are the first scalars of Unicode.
    let text = String(validating: body, as: UTF8.self) ?? Self.latin1(body)
    rest = text.split(omittingEmptySubsequences: false) {
      $0 == "\n" || $0 == "\r\n" || $0 == "\r"
    }
    if rest.last?.isEmpty == true { rest.removeLast() }
    rest.reverse()
  }

  private static func latin1(_ bytes: [UInt8]) -> String {
    var text = ""
    for byte in bytes { text.unicodeScalars.append(Unicode.Scalar(byte)) }
    return text
  }

  /// Returns the next line that is not a comment.
  mutating func next() -> Substring? {
    while let line = rest.popLast() {
      number += 1
      if !line.hasPrefix("!") { return line }
    }
    return nil
  }

  /// Returns the words of a line.
  static func words(of line: Substring) -> [Substring] {
    line.split { $0 == " " || $0 == "\t" }
  }

  /// Returns a line without blanks at either end.
  static func trimmed(_ line: Substring) -> String {
    var line = line
    while let first = line.first, first == " " || first == "\t" { line.removeFirst() }
    while let last = line.last, last == " " || last == "\t" { line.removeLast() }
    return String(line)
  }

  /// Parses digits after an optional sign.
  static func wholeNumber(_ word: Substring) -> Int? {
    word.utf8.count <= 19 ? Int(word) : nil
  }
}
