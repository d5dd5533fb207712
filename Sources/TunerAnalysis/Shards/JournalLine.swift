// SPDX-License-Identifier: MIT

import Archiving
import FileFormats

/// The extent of one recording's bytes in a file that only grows.
struct JournalExtent: Hashable, Sendable {
  /// The offset of the first byte.
  var offset: Int64
  /// The number of bytes; 0 for none.
  var count: Int64
  /// The CRC-32 of the bytes.
  var checksum: UInt32

  /// The offset after the last byte.
  var end: Int64 { offset + count }
}

/// The entry of one recording in the journal of a shard.
struct JournalEntry: Hashable, Sendable {
  /// The outcomes of a recording.
  enum Status: String, Sendable {
    /// A pitch was found.
    case heard
    /// There was no pitch.
    case silent
    /// The recording could not be used.
    case failed
  }

  /// The recording.
  var identity: RecordingIdentity
  /// The state of the file when it was opened; `nil` if there was none.
  var stamp: FileStamp?
  /// The outcome.
  var status: Status
  /// The length of the sound, in seconds.
  var soundSeconds: Double
  /// The time that the analysis took, in seconds.
  var seconds: Double
  /// The file with the results, below the directory of the run; `nil` in the output of the shard.
  var result: String?
  /// The extent in the output.
  var output: JournalExtent
  /// The extent in the file of errors.
  var errors: JournalExtent
}

/// One line of the journal of a shard: a JSON object whose last member is a checksum of the rest.
///
/// The checksum reveals a truncated or damaged line.
enum JournalLine {
  /// The settings of the run, as the journal stores them.
  case header([UInt8])
  /// A recording is done.
  case entry(JournalEntry)
  /// All earlier lines, and the bytes that they name, are on the disk.
  case synced
  /// The whole list is done.
  case complete

  /// The name and version of the format.
  static let schema = "tuner.journal/1"

  private static let sealStart = Array(#","crc32":""#.utf8)
  private static let sealEnd = Array(#""}"#.utf8)
  private static let digitCount = 8
  private static let hexadecimal = Array("0123456789abcdef".utf8)

  // MARK: - Writing

  /// Returns the line of some members, with its checksum and a line end.
  static func sealed(_ members: [(key: String, value: Field)]) -> [UInt8] {
    sealed("{" + NDJSONRendering.members(members))
  }

  /// Completes the text of an object with its checksum and a line end.
  fileprivate static func sealed(_ object: String) -> [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(object.utf8.count + sealStart.count + digitCount + sealEnd.count + 1)
    line.append(contentsOf: object.utf8)
    let checksum = CRC32.of(line)
    line.append(contentsOf: sealStart)
    for digit in (0..<digitCount).reversed() {
      line.append(hexadecimal[Int(checksum >> (4 * UInt32(digit)) & 15)])
    }
    line.append(contentsOf: sealEnd)
    line.append(10)
    return line
  }

  /// The bytes of the line.
  var bytes: [UInt8] {
    switch self {
    case .header(let bytes): bytes
    case .entry(let entry): Self.sealed(entry.text)
    case .synced: Self.sealed([("synced", Field(true))])
    case .complete: Self.sealed([("complete", Field(true))])
    }
  }

  // MARK: - Reading

  /// Reads a line.
  ///
  /// - Parameter line: the bytes of one line. The result is `nil` if the line is truncated, damaged
  /// or of another format.
  init?(_ line: LineReader.Line) {
    guard let values = Self.values(line) else { return nil }
    if case .text(Self.schema)? = values["schema"] {
      self = .header(line.bytes + [10])
    } else if case .boolean(true)? = values["synced"] {
      self = .synced
    } else if case .boolean(true)? = values["complete"] {
      self = .complete
    } else if let entry = JournalEntry(values) {
      self = .entry(entry)
    } else {
      return nil
    }
  }

  /// Returns the schema of an undamaged header of another version.
  ///
  /// - Parameter line: the bytes of one line.
  /// - Returns: the schema; `nil` for any other line.
  static func otherSchema(of line: LineReader.Line) -> String? {
    guard case .text(let schema)? = values(line)?["schema"], schema.hasPrefix("tuner.journal/"),
      schema != Self.schema
    else { return nil }
    return schema
  }

  /// Returns the members of an undamaged line.
  private static func values(_ line: LineReader.Line) -> [String: JSONContent]? {
    let bytes = line.bytes
    let sealCount = Self.sealStart.count + Self.digitCount + Self.sealEnd.count
    let bodyCount = bytes.count - sealCount
    guard line.isTerminated, bodyCount > 0, bytes.suffix(Self.sealEnd.count) == Self.sealEnd[...],
      bytes[bodyCount...].starts(with: Self.sealStart),
      let checksum = UInt32(
        String(
          decoding: bytes[(bodyCount + Self.sealStart.count)...].prefix(Self.digitCount),
          as: UTF8.self), radix: 16),
      checksum == CRC32.of(Array(bytes[..<bodyCount])),
      let node = try? JSONNode(bytes), case .object(let members) = node.content
    else { return nil }
    return Dictionary(members.map { ($0.key, $0.value.content) }) { first, _ in first }
  }
}

extension JournalEntry {
  /// The line without its end.
  ///
  /// It is built as one text and not as a list of fields, because a run writes one for each
  /// recording.
  fileprivate var text: String {
    var text = "{\"file\":"
    text.reserveCapacity(Self.usualCount)
    text += JSONValue.quoted(identity.path)
    if let part = identity.part {
      text += ",\"from_s\":\(decimal(part.start)),\"to_s\":\(part.end.map(decimal) ?? "null")"
    }
    text += ",\"bytes\":"
    text += stamp.map { String($0.byteCount) } ?? "null"
    text += ",\"modified_us\":"
    text += stamp.map { String($0.modified) } ?? "null"
    text += ",\"status\":\""
    text += status.rawValue
    text += "\",\"sound_s\":"
    text += decimal(soundSeconds)
    text += ",\"seconds\":"
    text += decimal(seconds)
    text += ",\"result\":"
    text += result.map(JSONValue.quoted) ?? "null"
    Self.add("output", output, to: &text)
    Self.add("errors", errors, to: &text)
    return text
  }

  private static let usualCount = 384

  private static func add(_ name: String, _ extent: JournalExtent, to text: inout String) {
    for (end, number) in [
      ("_offset\":", extent.offset), ("_bytes\":", extent.count),
      ("_crc32\":", Int64(extent.checksum)),
    ] {
      text += ",\""
      text += name
      text += end
      text += String(number)
    }
  }

  /// Reads the members of a line.
  fileprivate init?(_ values: [String: JSONContent]) {
    func number(_ key: String) -> Double? {
      if case .number(let number)? = values[key] { number } else { nil }
    }
    func text(_ key: String) -> String? {
      if case .text(let text)? = values[key] { text } else { nil }
    }
    func extent(_ name: String) -> JournalExtent? {
      guard let offset = number("\(name)_offset").flatMap({ Int64(exactly: $0) }),
        let count = number("\(name)_bytes").flatMap({ Int64(exactly: $0) }),
        let checksum = number("\(name)_crc32").flatMap({ UInt32(exactly: $0) }),
        offset >= 0, count >= 0, !offset.addingReportingOverflow(count).overflow
      else { return nil }
      return JournalExtent(offset: offset, count: count, checksum: checksum)
    }
    guard let path = text("file"), let status = text("status").flatMap(Status.init),
      let output = extent("output"), let errors = extent("errors")
    else { return nil }
    let part = number("from_s").flatMap { RecordingPart(start: $0, end: number("to_s")) }
    var stamp: FileStamp?
    if let bytes = number("bytes"), let modified = number("modified_us") {
      guard let bytes = Int64(exactly: bytes), let modified = Int64(exactly: modified) else {
        return nil
      }
      stamp = FileStamp(byteCount: bytes, modified: modified)
    }
    self.init(
      identity: RecordingIdentity(path: path, part: part), stamp: stamp, status: status,
      soundSeconds: number("sound_s") ?? 0, seconds: number("seconds") ?? 0,
      result: text("result"), output: output, errors: errors)
  }
}
