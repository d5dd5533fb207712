// SPDX-License-Identifier: MIT

import FileFormats
package import FileStore

/// A list of recordings in a file, read entry by entry.
package struct RecordingList: Sendable {
  /// The forms of a list.
  package enum Form: Sendable {
    /// A path on each line.
    case lines
    /// Paths, each followed by NUL.
    case terminated
    /// Lines, each a path or a JSON object with `path` and optionally `start_s` and `end_s`.
    case manifest
  }

  /// One entry.
  package struct Entry: Sendable {
    /// The identity.
    ///
    /// If the entry can't be parsed, its text takes the place of the path.
    package let identity: RecordingIdentity
    /// The reason why it can't be used; `nil` for none so far.
    package let problem: String?
  }

  /// The file; `-` for standard input.
  package let path: String
  /// The form.
  package let form: Form

  /// Names a list.
  package init(path: String, form: Form) {
    self.path = path
    self.form = form
  }

  /// Begins to read.
  ///
  /// - Throws: `FileStoreError.readFailed`.
  package func reader() throws(FileStoreError) -> LineReader {
    try LineReader(path: path, separator: form == .terminated ? 0 : 10)
  }

  /// Reads the next entry, and waits for a pipe.
  ///
  /// - Returns: the entry; `nil` at the end. Empty lines are skipped.
  /// - Throws: the errors of ``LineReader``.
  package func next(_ reader: inout LineReader) throws(FileStoreError) -> Entry? {
    while let line = try reader.next() {
      if let entry = entry(of: line) { return entry }
    }
    return nil
  }

  /// Reads the next entry, or finds that a pipe does not hold it yet.
  ///
  /// - Returns: the entry, or the reason why there is none. Empty lines are skipped.
  /// - Throws: the errors of ``LineReader``.
  func nextWithoutWaiting(
    _ reader: inout LineReader
  ) throws(FileStoreError) -> NextElement<Entry> {
    while true {
      switch try reader.nextWithoutWaiting() {
      case .element(let line):
        if let entry = entry(of: line) { return .element(entry) }
      case .notYet: return .notYet
      case .end: return .end
      }
    }
  }

  /// Reads all entries.
  ///
  /// - Throws: the errors of ``LineReader``.
  package func all() throws(FileStoreError) -> [Entry] {
    var reader = try reader()
    var entries: [Entry] = []
    while let entry = try next(&reader) { entries.append(entry) }
    return entries
  }

  /// Returns the entry of a line; `nil` for an empty one.
  private func entry(of line: LineReader.Line) -> Entry? {
    var bytes = line.bytes
    // Some editors write a byte order mark before the first line.
    let mark = "\u{FEFF}".utf8
    if form != .terminated, line.offset == 0, bytes.starts(with: mark) {
      bytes.removeFirst(mark.count)
    }
    if form != .terminated, bytes.last == 13 { bytes.removeLast() }
    if bytes.isEmpty { return nil }
    let text = PathText.text(of: bytes)
    guard form == .manifest, bytes.first == UInt8(ascii: "{") else {
      return Entry(identity: RecordingIdentity(path: text), problem: nil)
    }
    do {
      return Entry(identity: try Self.identity(bytes), problem: nil)
    } catch {
      return Entry(identity: RecordingIdentity(path: text), problem: error.reason)
    }
  }

  private struct Refusal: Error { let reason: String }

  private static func identity(_ bytes: [UInt8]) throws(Refusal) -> RecordingIdentity {
    guard let node = try? JSONNode(bytes), case .object(let members) = node.content else {
      throw Refusal(reason: "this line of the manifest is not a JSON object. Correct or remove it")
    }
    var path: String?
    var times: [String: Double] = [:]
    for member in members {
      switch (member.key, member.value.content) {
      case ("path", .text(let text)) where !text.isEmpty: path = text
      case ("start_s", .number(let number)), ("end_s", .number(let number)):
        times[member.key] = number
      case ("start_s", .null), ("end_s", .null): break
      case ("path", _), ("start_s", _), ("end_s", _):
        throw Refusal(reason: "\(member.key) has another type in the manifest than it needs")
      default: break
      }
    }
    guard let path else {
      throw Refusal(reason: "this line of the manifest has no \"path\". Correct or remove it")
    }
    if times.isEmpty { return RecordingIdentity(path: path) }
    guard let part = RecordingPart(start: times["start_s"] ?? 0, end: times["end_s"]) else {
      throw Refusal(reason: "start_s must be 0 or more, and end_s behind it")
    }
    return RecordingIdentity(path: path, part: part)
  }
}
