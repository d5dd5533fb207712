// SPDX-License-Identifier: MIT

/// A JSON document to write.
///
/// Members keep their order. Foundation's encoders sort keys or leave their order unspecified.
package indirect enum JSONValue {
  case object([(String, JSONValue)])
  case array([JSONValue])
  case text(String)
  case number(Double)
  /// A number in decimal notation.
  case digits(String)
  case integer(Int64)
  case truth(Bool)
  case null

  /// Makes a text, or null for none.
  package init(_ text: String?) { self = text.map { .text($0) } ?? .null }

  /// Makes a number, or null for none and for a number that is not finite.
  package init(_ number: Double?) {
    self = number.map { $0.isFinite ? .number($0) : .null } ?? .null
  }

  /// Makes a whole number, or null for none.
  package init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }

  /// The document with a member or element on each line, and a line feed at its end.
  package var rendered: String { rendered(behind: "") + "\n" }

  /// The document on one line, without blanks.
  package var compact: String { line(blank: "") }

  /// The document on one line, with a blank after each comma and colon.
  package var spaced: String { line(blank: " ") }

  /// Returns a text in quotes, with quotes, backslashes, control characters and the line separators
  /// of Unicode escaped (RFC 8259 §7).
  ///
  /// Some readers treat U+2028 and U+2029 as line ends, which would split a line of ndjson.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    if text.utf8.allSatisfy({ isPlain($0) }) {
      result += text
      result += "\""
      return result
    }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\u{0}"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Returns true for a character of ASCII that stands for itself.
  @inline(__always)
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private func rendered(behind indentation: String) -> String {
    let inner = indentation + "  "
    switch self {
    case .object(let fields) where !fields.isEmpty:
      let lines = fields.map { "\(inner)\(Self.quoted($0.0)): \($0.1.rendered(behind: inner))" }
      return "{\n\(lines.joined(separator: ",\n"))\n\(indentation)}"
    case .array(let items) where !items.isEmpty:
      let lines = items.map { inner + $0.rendered(behind: inner) }
      return "[\n\(lines.joined(separator: ",\n"))\n\(indentation)]"
    default: return compact
    }
  }

  private func line(blank: String) -> String {
    switch self {
    case .object(let fields):
      let members = fields.map { "\(Self.quoted($0.0)):\(blank)\($0.1.line(blank: blank))" }
      return "{\(members.joined(separator: ",\(blank)"))}"
    case .array(let items):
      return "[\(items.map { $0.line(blank: blank) }.joined(separator: ",\(blank)"))]"
    case .text(let text): return Self.quoted(text)
    case .number(let number): return decimal(number)
    case .digits(let digits): return digits
    case .integer(let number): return "\(number)"
    case .truth(let truth): return "\(truth)"
    case .null: return "null"
    }
  }
}

/// Returns the shortest decimal that reads back as `value`.
///
/// A whole number below 10¹⁵ has no point.
package func decimal(_ value: Double) -> String {
  if value == value.rounded(), abs(value) < 1e15 { return String(Int(value)) }
  return value.description
}
