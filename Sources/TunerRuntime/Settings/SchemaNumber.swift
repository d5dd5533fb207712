// SPDX-License-Identifier: MIT

internal import FileFormats

/// The number in the schema of a document, such as 1 in `tuner.clocks/1`.
enum SchemaNumber {
  /// Returns the number of a schema, if it is later than the one that this program writes.
  ///
  /// - Parameters:
  ///   - schema: the schema of the document.
  ///   - present: the number that this program writes.
  ///   - name: the name of the schema, with the slash.
  /// - Returns: the number; `nil` for another schema, and for a number that is not later.
  static func later(_ schema: String, than present: Int, of name: String) -> Int? {
    guard schema.hasPrefix(name) else { return nil }
    return Int(schema.dropFirst(name.count)).flatMap { $0 > present ? $0 : nil }
  }

  /// Returns the later number of a document.
  ///
  /// - Parameters:
  ///   - bytes: the document; its other members may have any form.
  ///   - present: the number that this program writes.
  ///   - name: the name of the schema, with the slash.
  /// - Returns: the number; `nil` for a document without a later number of this schema.
  static func later(in bytes: [UInt8], than present: Int, of name: String) -> Int? {
    guard let document = try? JSONNode(bytes), case .object(let members) = document.content,
      case .text(let schema)? = members.first(where: { $0.key == "schema" })?.value.content
    else { return nil }
    return later(schema, than: present, of: name)
  }
}
