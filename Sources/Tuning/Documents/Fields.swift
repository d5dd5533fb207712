// SPDX-License-Identifier: MIT

internal import FileFormats

/// The members of a JSON object by key.
///
/// Each is read as the kind that it must have.
struct Fields {
  private let line: Int
  private let members: [JSONMember]

  /// Opens an object.
  ///
  /// - Throws: `TuningDocumentError` for another kind of value, and for an unknown key.
  init(_ node: JSONNode, of name: String, known: [String]) throws(TuningDocumentError) {
    guard case .object(let members) = node.content else {
      throw TuningDocumentError(line: node.line, .wrongKind(name, required: "an object"))
    }
    for member in members where !known.contains(member.key) {
      throw TuningDocumentError(line: member.line, .unknownKey(member.key, known: known))
    }
    line = node.line
    self.members = members
  }

  /// Returns a required text.
  func text(_ key: String) throws(TuningDocumentError) -> (line: Int, value: String) {
    let member = try required(key)
    guard case .text(let text) = member.value.content else { throw wrong(member, "a text") }
    return (member.line, text)
  }

  /// Returns a required whole number.
  func whole(_ key: String) throws(TuningDocumentError) -> (line: Int, value: Int) {
    let member = try required(key)
    return (member.line, try Self.whole(member))
  }

  /// Returns a whole number; `nil` if there is none.
  func optionalWhole(_ key: String) throws(TuningDocumentError) -> Int? {
    guard let member = member(key) else { return nil }
    return try Self.whole(member)
  }

  /// Returns a number; `nil` if there is none.
  func optionalNumber(_ key: String) throws(TuningDocumentError) -> Double? {
    guard let member = member(key) else { return nil }
    guard case .number(let number) = member.value.content else { throw wrong(member, "a number") }
    return number
  }

  /// Returns a Boolean; `nil` if there is none.
  func boolean(_ key: String) throws(TuningDocumentError) -> Bool? {
    guard let member = member(key) else { return nil }
    guard case .boolean(let value) = member.value.content else {
      throw wrong(member, "true or false")
    }
    return value
  }

  /// Returns a required list.
  func list(_ key: String) throws(TuningDocumentError) -> (line: Int, value: [JSONNode]) {
    let member = try required(key)
    guard case .list(let list) = member.value.content else { throw wrong(member, "a list") }
    return (member.line, list)
  }

  /// Returns the members of an object; `nil` if there is none.
  func object(
    _ key: String
  ) throws(TuningDocumentError) -> [JSONMember]? {
    guard let member = member(key) else { return nil }
    guard case .object(let members) = member.value.content else { throw wrong(member, "an object") }
    return members
  }

  private func member(_ key: String) -> JSONMember? { members.first { $0.key == key } }

  private func required(_ key: String) throws(TuningDocumentError) -> JSONMember {
    guard let member = member(key) else { throw TuningDocumentError(line: line, .missing(key)) }
    return member
  }

  private static func whole(_ member: JSONMember) throws(TuningDocumentError) -> Int {
    guard case .number(let number) = member.value.content, let whole = Int(exactly: number) else {
      throw TuningDocumentError(
        line: member.line, .wrongKind(member.key, required: "a whole number"))
    }
    return whole
  }

  private func wrong(_ member: JSONMember, _ required: String) -> TuningDocumentError {
    TuningDocumentError(line: member.line, .wrongKind(member.key, required: required))
  }
}
