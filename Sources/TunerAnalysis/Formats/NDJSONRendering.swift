// SPDX-License-Identifier: MIT

import FileFormats

/// The rendering of records as compact JSON: one object per line, with keys in the record's order.
///
/// Foundation's encoder either sorts keys or leaves their order open, but the format fixes the
/// order.
package enum NDJSONRendering {
  /// Returns the first line of a file.
  static func header<R: Record>(of _: R.Type, _ context: [(key: String, value: Field)]) -> String {
    object([("schema", Field(R.schema))] + context)
  }

  /// Returns the line of one record.
  static func line<R: Record>(_ record: R) -> String {
    object(Array(zip(R.keys, record.fields)))
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
    let body = members.map { member in
      switch member.value {
      case .none: "\"\(member.key)\":null"
      case .number(let digits): "\"\(member.key)\":\(digits)"
      case .text(let text): "\"\(member.key)\":\(JSONValue.quoted(text))"
      case .truth(let truth): "\"\(member.key)\":\(truth)"
      }
    }
    return body.joined(separator: ",")
  }
}
