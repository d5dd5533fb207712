// SPDX-License-Identifier: MIT

/// A JSON document whose keys stay in the order they were given.
indirect enum OrderedJSON {
  case object([(String, OrderedJSON)])
  case array([OrderedJSON])
  case text(String)
  case number(Double)
  case integer(Int64)
  case truth(Bool)
  case null

  /// A text, or null for none.
  init(_ text: String?) { self = text.map { .text($0) } ?? .null }

  /// A number, or null for none and for what is none.
  init(_ number: Double?) { self = number.map { $0.isFinite ? .number($0) : .null } ?? .null }

  /// A whole number, or null for none.
  init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }

  /// The document, one field a line.
  var rendered: String { rendered(behind: "") + "\n" }

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

  /// The document in one line without blanks.
  var compact: String {
    switch self {
    case .object(let fields):
      "{\(fields.map { "\(Self.quoted($0.0)):\($0.1.compact)" }.joined(separator: ","))}"
    case .array(let items): "[\(items.map(\.compact).joined(separator: ","))]"
    case .text(let text): Self.quoted(text)
    case .number(let number): decimal(number)
    case .integer(let number): "\(number)"
    case .truth(let truth): truth ? "true" : "false"
    case .null: "null"
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\u{0}"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
