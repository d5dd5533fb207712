// SPDX-License-Identifier: MIT

/// Reads JSON by recursive descent, counting lines.
struct JSONReader {
  /// How deeply lists and objects may lie in each other.
  private static let deepest = 32
  /// How many members an object may have.
  private static let widest = 256

  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var line = 1
  private var depth = 0

  init(_ text: String) {
    let scalars = Array(text.unicodeScalars)
    // A byte order mark is no part of JSON, and editors write it nevertheless.
    self.scalars = scalars.first == "\u{FEFF}" ? Array(scalars.dropFirst()) : scalars
  }

  /// Reads one value and the end.
  mutating func document() throws(TuningDocumentError) -> JSONText {
    let value = try value()
    skipBlanks()
    guard index == scalars.count else { throw expected("the end of the file") }
    return value
  }

  private mutating func value() throws(TuningDocumentError) -> JSONText {
    skipBlanks()
    let start = line
    guard depth < Self.deepest else { throw expected("a simpler value") }
    depth += 1
    defer { depth -= 1 }
    switch peek {
    case "{": return JSONText(line: start, .object(try members()))
    case "[": return JSONText(line: start, .list(try elements()))
    case "\"": return JSONText(line: start, .text(try string()))
    case "t": return try word("true", start, .boolean(true))
    case "f": return try word("false", start, .boolean(false))
    case "n": return try word("null", start, .null)
    default: return JSONText(line: start, .number(try number()))
    }
  }

  private mutating func members() throws(TuningDocumentError) -> [JSONMember] {
    var members: [JSONMember] = []
    index += 1
    skipBlanks()
    if take("}") { return members }
    while true {
      skipBlanks()
      let start = line
      guard members.count < Self.widest else { throw expected("a smaller object") }
      guard peek == "\"" else { throw expected("a key in quotes") }
      let key = try string()
      guard !members.contains(where: { $0.key == key }) else {
        throw TuningDocumentError(line: start, .repeatedKey(key))
      }
      skipBlanks()
      guard take(":") else { throw expected("a colon behind \"\(key)\"") }
      members.append(JSONMember(key: key, line: start, value: try value()))
      skipBlanks()
      if take("}") { return members }
      guard take(",") else { throw expected("a comma or }") }
    }
  }

  private mutating func elements() throws(TuningDocumentError) -> [JSONText] {
    var elements: [JSONText] = []
    index += 1
    skipBlanks()
    if take("]") { return elements }
    while true {
      elements.append(try value())
      skipBlanks()
      if take("]") { return elements }
      guard take(",") else { throw expected("a comma or ]") }
    }
  }

  private mutating func string() throws(TuningDocumentError) -> String {
    var text = String.UnicodeScalarView()
    index += 1
    while let scalar = peek {
      index += 1
      switch scalar {
      case "\"": return String(text)
      case "\\": text.append(try escape())
      case "\u{0}"..."\u{1F}": throw expected("the end of a text")
      default: text.append(scalar)
      }
    }
    throw expected("the end of a text")
  }

  private mutating func escape() throws(TuningDocumentError) -> Unicode.Scalar {
    guard let scalar = peek else { throw expected("the end of a text") }
    index += 1
    switch scalar {
    case "\"", "\\", "/": return scalar
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u":
      let high = try codeUnit()
      guard UTF16.isLeadSurrogate(high) else {
        guard let scalar = Unicode.Scalar(UInt32(high)) else { throw expected("a character") }
        return scalar
      }
      guard take("\\"), take("u") else { throw expected("the second half of a character") }
      let low = try codeUnit()
      guard UTF16.isTrailSurrogate(low),
        let scalar = Unicode.Scalar(
          0x10000 + (UInt32(high) - 0xD800) << 10 + (UInt32(low) - 0xDC00))
      else { throw expected("the second half of a character") }
      return scalar
    default: throw expected("an escape that JSON knows")
    }
  }

  private mutating func codeUnit() throws(TuningDocumentError) -> UInt16 {
    let digits = scalars[index...].prefix(4).map(String.init).joined()
    guard digits.count == 4, digits.allSatisfy(\.isHexDigit), let unit = UInt16(digits, radix: 16)
    else { throw expected("four hexadecimal digits") }
    index += 4
    return unit
  }

  private mutating func number() throws(TuningDocumentError) -> Double {
    let start = index
    while let scalar = peek, "+-.eE0123456789".unicodeScalars.contains(scalar) { index += 1 }
    let text = scalars[start..<index].map(String.init).joined()
    let digits = text.hasPrefix("-") ? text.dropFirst() : Substring(text)
    guard let first = digits.first, first.isNumber, text.last?.isNumber == true,
      digits.count == 1 || !digits.hasPrefix("0") || !(digits.dropFirst().first?.isNumber ?? false),
      let number = Double(text), number.isFinite
    else { throw expected("a value") }
    return number
  }

  private mutating func word(
    _ word: String, _ start: Int, _ content: JSONContent
  ) throws(TuningDocumentError) -> JSONText {
    for scalar in word.unicodeScalars {
      guard take(scalar) else { throw expected("a value") }
    }
    return JSONText(line: start, content)
  }

  // MARK: - Characters

  private var peek: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == scalar else { return false }
    index += 1
    return true
  }

  private mutating func skipBlanks() {
    while let scalar = peek, [" ", "\t", "\r", "\n"].contains(scalar) {
      if scalar == "\n" { line += 1 }
      index += 1
    }
  }

  private func expected(_ what: String) -> TuningDocumentError {
    TuningDocumentError(line: line, .notJSON(expected: what))
  }
}
