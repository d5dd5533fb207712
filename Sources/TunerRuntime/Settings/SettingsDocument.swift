// SPDX-License-Identifier: MIT

internal import Foundation
internal import TunerState

/// A settings' file as text: one JSON object, of which some members are known here.
///
/// What is not known is another program's, or a later version's: its text is kept as it was written,
/// where it was.
struct SettingsDocument: Hashable {
  /// The version that is written here.
  static let version = 1
  private static let schemaKey = "schema"
  private static let schemaName = "tuner.settings/"

  private struct Member: Hashable {
    var key: String
    /// The value's own text.
    var text: String
  }

  private var members: [Member] = []

  /// Makes a document that holds nothing.
  init() {}

  /// Reads a document; `nil` when the bytes are not one JSON object.
  init?(_ bytes: [UInt8]) {
    // A byte order mark is no part of JSON, and editors write it nevertheless.
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let bytes = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
    // JSON comes in other encodings too, and this file does not.
    guard String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0),
      (try? JSONSerialization.jsonObject(with: Data(bytes))) is [String: Any]
    else { return nil }
    guard var cursor = MemberCursor(bytes) else { return nil }
    while let member = cursor.next() {
      guard let key = Self.scalar(member.key) as? String else { return nil }
      members.removeAll { $0.key == key }
      members.append(Member(key: key, text: member.value))
    }
  }

  /// The version of whoever wrote it; 1 where that is not said, and `nil` where it is not a version.
  var version: Int? {
    guard let member = members.first(where: { $0.key == Self.schemaKey }) else {
      return Self.version
    }
    guard let name = Self.scalar(member.text) as? String, name.hasPrefix(Self.schemaName) else {
      return nil
    }
    return Int(name.dropFirst(Self.schemaName.count)).flatMap { $0 >= 1 ? $0 : nil }
  }

  /// The settings that are known.
  var stored: StoredSettings {
    var stored = StoredSettings()
    for member in members {
      guard let key = SettingKey(rawValue: member.key) else { continue }
      stored[key] = Self.value(member.text)
    }
    return stored
  }

  /// Sets one value; a document without a version gets this one.
  mutating func set(_ value: StoredValue, for key: SettingKey) {
    if !members.contains(where: { $0.key == Self.schemaKey }) {
      let schema = Self.quoted(Self.schemaName + "\(Self.version)")
      members.insert(Member(key: Self.schemaKey, text: schema), at: 0)
    }
    let text = Self.text(value)
    if let index = members.firstIndex(where: { $0.key == key.rawValue }) {
      members[index].text = text
    } else {
      members.append(Member(key: key.rawValue, text: text))
    }
  }

  /// The file: a member a line, in the order in which they came.
  var bytes: [UInt8] {
    let lines = members.map { "  \(Self.quoted($0.key)): \($0.text)" }
    return Array("{\n\(lines.joined(separator: ",\n"))\n}\n".utf8)
  }

  // MARK: - Values

  private static func scalar(_ text: String) -> Any? {
    try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
  }

  private static func value(_ text: String) -> StoredValue {
    switch text.utf8.first {
    case UInt8(ascii: "\""): (scalar(text) as? String).map { .text($0) } ?? .other
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .flag(text == "true")
    case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "n"): .other
    default: Double(text).map { .number($0) } ?? .other
    }
  }

  private static func text(_ value: StoredValue) -> String {
    switch value {
    case .text(let text): quoted(text)
    case .number(let number): number.isFinite ? value.description : "null"
    case .flag(let flag): "\(flag)"
    case .other: "null"
    }
  }

  private static func quoted(_ text: String) -> String {
    let data = try? JSONSerialization.data(
      withJSONObject: text, options: [.fragmentsAllowed, .withoutEscapingSlashes])
    return data.map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }
}
