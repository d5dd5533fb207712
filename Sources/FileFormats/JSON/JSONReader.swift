// SPDX-License-Identifier: MIT

/// A recursive-descent reader of JSON that counts lines.
struct JSONReader {
  /// Valid UTF-8.
  private let bytes: [UInt8]
  private let limits: JSONLimits
  private var index: Int
  private var line = 1
  private var depth = 0

  init(_ bytes: [UInt8], limits: JSONLimits) {
    self.bytes = bytes
    self.limits = limits
    // JSON has no byte order mark, but editors write one.
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    index = bytes.starts(with: mark) ? mark.count : 0
  }

  /// Reads one value and the end of the document.
  mutating func document() throws(JSONError) -> JSONNode {
    let node = try value()
    skipBlanks()
    guard index == bytes.count else { throw expected("the end of the file") }
    return node
  }

  private mutating func value() throws(JSONError) -> JSONNode {
    skipBlanks()
    let (start, startLine) = (index, line)
    guard depth < limits.depth else { throw expected("a simpler value") }
    depth += 1
    defer { depth -= 1 }
    let content: JSONContent =
      switch peek {
      case UInt8(ascii: "{"): .object(try members())
      case UInt8(ascii: "["): .list(try elements())
      case UInt8(ascii: "\""): .text(try string())
      case UInt8(ascii: "t"): try word("true", .boolean(true))
      case UInt8(ascii: "f"): try word("false", .boolean(false))
      case UInt8(ascii: "n"): try word("null", .null)
      default: .number(try number())
      }
    return JSONNode(line: startLine, source: start..<index, content)
  }

  private mutating func members() throws(JSONError) -> [JSONMember] {
    var members: [JSONMember] = []
    var keys: Set<String> = []
    index += 1
    skipBlanks()
    if take("}") { return members }
    while true {
      skipBlanks()
      let start = line
      guard members.count < limits.memberCount else { throw expected("a smaller object") }
      guard peek == UInt8(ascii: "\"") else { throw expected("a key in quotes") }
      let key = try string()
      guard keys.insert(key).inserted || limits.allowsRepeatedKeys else {
        throw JSONError(line: start, .repeatedKey(key))
      }
      skipBlanks()
      guard take(":") else { throw expected("a colon behind \"\(key)\"") }
      members.append(JSONMember(key: key, line: start, value: try value()))
      skipBlanks()
      if take("}") { return members }
      guard take(",") else { throw expected("a comma or }") }
    }
  }

  private mutating func elements() throws(JSONError) -> [JSONNode] {
    var elements: [JSONNode] = []
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

  private mutating func string() throws(JSONError) -> String {
    var text: [UInt8] = []
    index += 1
    while let byte = peek {
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text += String(Character(try escape())).utf8
      case ..<0x20: throw expected("the end of a text")
      default: text.append(byte)
      }
    }
    throw expected("the end of a text")
  }

  private mutating func escape() throws(JSONError) -> Unicode.Scalar {
    guard let byte = peek else { throw expected("the end of a text") }
    index += 1
    switch Unicode.Scalar(byte) {
    case "\"", "\\", "/": return Unicode.Scalar(byte)
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

  private mutating func codeUnit() throws(JSONError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw expected("four hexadecimal digits")
      }
      unit = unit << 4 | UInt16(digit)
      index += 1
    }
    return unit
  }

  /// Reads a number by the grammar of RFC 8259 §6.
  private mutating func number() throws(JSONError) -> Double {
    let start = index
    _ = take("-")
    guard take("0") || takeDigits() else { throw expected("a value") }
    if take("."), !takeDigits() { throw expected("a value") }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      guard takeDigits() else { throw expected("a value") }
    }
    guard let number = Double(String(decoding: bytes[start..<index], as: UTF8.self)),
      number.isFinite
    else { throw JSONError(line: line, .largeNumber) }
    return number
  }

  private mutating func word(
    _ word: StaticString, _ content: JSONContent
  ) throws(JSONError) -> JSONContent {
    for scalar in word.description.unicodeScalars {
      guard take(scalar) else { throw expected("a value") }
    }
    return content
  }

  // MARK: - Bytes

  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: scalar) else { return false }
    index += 1
    return true
  }

  private mutating func takeDigits() -> Bool {
    let start = index
    while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
    return index > start
  }

  private mutating func skipBlanks() {
    while let byte = peek, [0x20, 0x09, 0x0D, 0x0A].contains(byte) {
      if byte == 0x0A { line += 1 }
      index += 1
    }
  }

  private func expected(_ what: String) -> JSONError {
    JSONError(line: line, .syntax(expected: what))
  }
}
