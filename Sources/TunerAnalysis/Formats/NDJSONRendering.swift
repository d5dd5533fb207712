// SPDX-License-Identifier: MIT

import FileFormats

/// The rendering of records as compact JSON: one object per line, with keys in the record's order.
///
/// Foundation's encoder either sorts keys or leaves their order open, but the format fixes the
/// order.
package enum NDJSONRendering {
  /// A typical number of bytes of a member.
  private static let memberCount = 32

  /// Returns the first line of a file.
  static func header<R: Record>(of _: R.Type, _ context: [(key: String, value: Field)]) -> String {
    object([("schema", Field(R.schema))] + context)
  }

  /// The key of ``line(_:missing:)``'s number.
  private static let missingKey = "missing_updates"

  /// Returns the line of one record.
  ///
  /// - Parameters:
  ///   - record: the record.
  ///   - missing: the number of updates that are missing before the record; 0 adds no key.
  /// - Returns: JSON with a line end.
  static func line<R: Record>(_ record: R, missing: Int = 0) -> String {
    let (keys, fields) = (R.keys, record.fields)
    precondition(fields.count == keys.count, "A record has a value for each key.")
    var line = "{"
    line.reserveCapacity(memberCount * keys.count)
    for index in keys.indices {
      add(keys[index], fields[index], isFirst: index == 0, to: &line)
    }
    if missing > 0 { add(missingKey, Field(missing), isFirst: false, to: &line) }
    line += "}\n"
    return line
  }

  /// Returns the line of one object.
  ///
  /// - Parameter members: the keys, which need no escapes, and the values.
  /// - Returns: JSON with a line end.
  package static func object(_ members: [(key: String, value: Field)]) -> String {
    "{" + Self.members(members) + "}\n"
  }

  /// Returns the members of an object, without its braces.
  static func members(_ members: [(key: String, value: Field)]) -> String {
    var body = ""
    body.reserveCapacity(Self.memberCount * members.count)
    for member in members {
      add(member.key, member.value, isFirst: body.isEmpty, to: &body)
    }
    return body
  }

  private static func add(
    _ key: String, _ value: Field, isFirst: Bool, to text: inout String
  ) {
    text += isFirst ? "\"" : ",\""
    text += key
    text += "\":"
    switch value {
    case .none: text += "null"
    case .number(let digits): text += digits
    case .text(let words): text += JSONValue.quoted(words)
    case .truth(let truth): text += truth ? "true" : "false"
    case .numbers(let numbers): text += "[" + numbers.joined(separator: ",") + "]"
    }
  }
}
