// SPDX-License-Identifier: MIT

internal import FileFormats
internal import TunerState

/// A settings file as text: one JSON object with known and unknown members.
///
/// Unknown members belong to another program. Their text is kept unchanged, in place.
struct SettingsDocument: Hashable {
  /// The version of documents written by this program.
  static let version = 1
  private static let schemaKey = "schema"
  private static let schemaName = "tuner.settings/"
  /// The limits leave room for members of other programs, which may be deep and numerous.
  ///
  /// Of members with equal keys, the last one counts.
  private static let limits = JSONLimits(depth: 128, memberCount: 4096, allowsRepeatedKeys: true)

  private struct Member: Hashable {
    var key: String
    /// The value's source text.
    var text: String
  }

  private var members: [Member] = []

  /// Makes an empty document.
  init() {}

  /// Parses a document; `nil` when the bytes are not one JSON object.
  init?(_ bytes: [UInt8]) {
    guard let document = try? JSONNode(bytes, limits: Self.limits),
      case .object(let read) = document.content
    else { return nil }
    for member in read {
      members.removeAll { $0.key == member.key }
      let text = String(decoding: bytes[member.value.source], as: UTF8.self)
      members.append(Member(key: member.key, text: text))
    }
  }

  /// Returns the reason why the bytes are no document.
  ///
  /// - Parameter bytes: bytes that `init(_:)` refuses.
  /// - Returns: the words for a sentence about the file.
  static func fault(of bytes: [UInt8]) -> String {
    do throws(JSONError) {
      _ = try JSONNode(bytes, limits: limits)
    } catch {
      if error.reason == .largeNumber { return "the number on line \(error.line) is too large" }
    }
    return "not a JSON object"
  }

  /// The version of the document, if it is later than this program's; otherwise `nil`.
  var laterVersion: Int? {
    guard let member = members.first(where: { $0.key == Self.schemaKey }),
      case .text(let name) = Self.value(member.text)
    else { return nil }
    return SchemaNumber.later(name, than: Self.version, of: Self.schemaName)
  }

  /// The known settings.
  var stored: StoredSettings {
    var stored = StoredSettings()
    for member in members {
      guard let key = SettingKey(rawValue: member.key) else { continue }
      stored[key] = Self.value(member.text)
    }
    return stored
  }

  /// Sets one value, and the version of a document without one.
  mutating func set(_ value: StoredValue, for key: SettingKey) {
    if !members.contains(where: { $0.key == Self.schemaKey }) {
      let schema = JSONValue.quoted(Self.schemaName + "\(Self.version)")
      members.insert(Member(key: Self.schemaKey, text: schema), at: 0)
    }
    let text = Self.text(value)
    if let index = members.firstIndex(where: { $0.key == key.rawValue }) {
      members[index].text = text
    } else {
      members.append(Member(key: key.rawValue, text: text))
    }
  }

  /// The bytes of the file, with one member on each line, in the original order.
  var bytes: [UInt8] {
    let lines = members.map { "  \(JSONValue.quoted($0.key)): \($0.text)" }
    return Array("{\n\(lines.joined(separator: ",\n"))\n}\n".utf8)
  }

  // MARK: - Values

  private static func value(_ text: String) -> StoredValue {
    switch try? JSONNode(Array(text.utf8), limits: limits).content {
    case .text(let text): .text(text)
    case .number(let number): .number(number)
    case .boolean(let flag): .flag(flag)
    case .null, .list, .object, nil: .other
    }
  }

  private static func text(_ value: StoredValue) -> String {
    switch value {
    case .text(let text): JSONValue.quoted(text)
    case .number(let number): number.isFinite ? value.description : "null"
    case .flag(let flag): "\(flag)"
    case .other: "null"
    }
  }
}
