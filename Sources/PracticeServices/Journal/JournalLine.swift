// SPDX-License-Identifier: MIT

import PracticeGoals

/// One line of the journal as bytes: a JSON object whose last field is a checksum.
///
/// The fields have a fixed order, and the checksum covers everything before it:
/// `{"v":1,"start_ms":…,"ms":…,"practice_ms":…,"notes":…,"in_tune":…,"tuning":"…","source":"…",
/// "origin":…,"crc":"…"}`, without the space. A line in any other form is not a record. This
/// reveals lines that a crash cut off and lines that were edited by hand.
enum JournalLine {
  /// The outcome of reading a line.
  enum Reading: Hashable {
    case record(PracticeRecord)
    /// The checksum is right, but the format is unknown to this program.
    case laterVersion
    case damaged
  }

  /// The length of the longest record, without its line end, in bytes.
  static let longest = 512
  /// The length of the last field, `,"crc":"01234567"}`, in bytes.
  private static let tailCount = 18

  /// Returns the line of a record, with its line end.
  static func bytes(of record: PracticeRecord) -> [UInt8] {
    let origin = record.origin.map { "\"\(hexadecimal($0))\"" } ?? "null"
    let body =
      "{\"v\":1,\"start_ms\":\(record.start.milliseconds),\"ms\":\(record.milliseconds)"
      + ",\"practice_ms\":\(record.practiceMilliseconds),\"notes\":\(record.noteCount)"
      + ",\"in_tune\":\(record.inTuneCount),\"tuning\":\"\(record.tuning)\""
      + ",\"source\":\"\(record.source.rawValue)\",\"origin\":\(origin)"
    return Array("\(body),\"crc\":\"\(Checksum.text(Checksum.of(body)))\"}\n".utf8)
  }

  /// Reads a line without its line end.
  static func read(_ line: Span<UInt8>) -> Reading {
    guard line.count > tailCount, line.count <= longest else { return .damaged }
    let body = line.extracting(first: line.count - tailCount)
    var tail = LineScanner(line.extracting(last: tailCount))
    guard tail.skip(",\"crc\":\""), let checksum = tail.hexadecimal(digits: 8), tail.skip("\"}"),
      checksum == UInt64(Checksum.of(body))
    else { return .damaged }
    var fields = LineScanner(body)
    guard fields.skip("{\"v\":"), let version = fields.integer() else { return .damaged }
    guard version == 1 else { return version > 1 ? .laterVersion : .damaged }
    guard let record = record(&fields) else { return .damaged }
    return .record(record)
  }

  private static func record(_ fields: inout LineScanner) -> PracticeRecord? {
    guard fields.skip(",\"start_ms\":"), let start = fields.integer(),
      WallTime.range.contains(start), fields.skip(",\"ms\":"), let length = fields.integer(),
      PracticeRecord.durations.contains(Int(length)), fields.skip(",\"practice_ms\":"),
      let practice = fields.integer(), (0...length).contains(practice), fields.skip(",\"notes\":"),
      let notes = fields.integer(), PracticeRecord.durations.contains(Int(notes)),
      fields.skip(",\"in_tune\":"), let inTune = fields.integer(), (0...notes).contains(inTune),
      fields.skip(",\"tuning\":"), let tuning = fields.text(), fields.skip(",\"source\":"),
      let name = fields.text(), let source = PracticeRecord.Source(rawValue: name),
      fields.skip(",\"origin\":")
    else { return nil }
    var origin: UInt64?
    if !fields.skip("null") {
      guard fields.skip("\""), let number = fields.hexadecimal(digits: 16), fields.skip("\"")
      else { return nil }
      origin = number
    }
    guard fields.isAtEnd else { return nil }
    return PracticeRecord(
      start: WallTime(milliseconds: start), milliseconds: Int(length),
      practiceMilliseconds: Int(practice), noteCount: Int(notes), inTuneCount: Int(inTune),
      tuning: tuning, source: source, origin: origin)
  }

  private static func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
