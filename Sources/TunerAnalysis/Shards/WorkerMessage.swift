// SPDX-License-Identifier: MIT

import FileFormats
import FileStore
import Glibc
import Terminal

/// The request for one recording, from the program to a worker process.
struct WorkerRequest: Sendable {
  /// The recording.
  var identity: RecordingIdentity
  /// The file of its results; `nil` where they are sent.
  var place: String?

  /// The request as four texts, each followed by NUL: path, start, end, place.
  var bytes: [UInt8] {
    let texts = [
      identity.path, identity.part.map { decimal($0.start) } ?? "",
      (identity.part?.end).map(decimal) ?? "", place ?? "",
    ]
    return texts.flatMap { Array($0.utf8) + [0] }
  }

  init(identity: RecordingIdentity, place: String?) {
    self.identity = identity
    self.place = place
  }

  /// Reads a request; `nil` at the end.
  init?(_ reader: inout LineReader) throws(FileStoreError) {
    var texts: [String] = []
    while texts.count < 4 {
      guard let line = try reader.next(), line.isTerminated else { return nil }
      texts.append(String(decoding: line.bytes, as: UTF8.self))
    }
    let part = Double(texts[1]).flatMap { RecordingPart(start: $0, end: Double(texts[2])) }
    self.init(
      identity: RecordingIdentity(path: texts[0], part: part),
      place: texts[3].isEmpty ? nil : texts[3])
  }
}

/// An answer of a worker process: its kind, the number of bytes, and the bytes.
struct WorkerAnswer {
  /// The kinds of answer.
  enum Kind: UInt32 {
    /// The worker is ready; the bytes are the header of the journal as the worker sees it.
    case ready
    /// Records of the recording.
    case records
    /// The recording is done; the bytes are a ``WorkerOutcome``.
    case outcome
    /// The results can't be written; the bytes are the reason. This ends the run.
    case fatal
  }

  let kind: Kind
  let bytes: ArraySlice<UInt8>

  private static let headCount = 8

  /// Writes an answer to standard output.
  ///
  /// - Throws: `ExitStatus.closedPipe` when the program has ended.
  static func send(_ kind: Kind, _ bytes: [UInt8]) throws {
    var head = [UInt8](repeating: 0, count: headCount)
    for index in 0..<4 {
      head[index] = UInt8(truncatingIfNeeded: kind.rawValue >> (8 * UInt32(index)))
      head[4 + index] = UInt8(truncatingIfNeeded: bytes.count >> (8 * index))
    }
    let code = (head + bytes).withUnsafeBytes { writeAll($0, to: STDOUT_FILENO) }
    if code != 0 { throw ExitStatus.closedPipe }
  }

  /// Reads an answer from the front of `received`; `nil` until it is complete.
  init?(_ received: ArraySlice<UInt8>) {
    guard received.count >= Self.headCount else { return nil }
    let number = { (start: Int) in
      (0..<4).reduce(UInt32(0)) {
        $0 | UInt32(received[received.startIndex + start + $1]) << (8 * UInt32($1))
      }
    }
    let count = Int(number(4))
    guard received.count >= Self.headCount + count, let kind = Kind(rawValue: number(0)) else {
      return nil
    }
    self.kind = kind
    bytes = received.dropFirst(Self.headCount).prefix(count)
  }

  /// The number of bytes with the head.
  var count: Int { Self.headCount + bytes.count }
}

/// The outcome of one recording in a worker process.
struct WorkerOutcome {
  var status: JournalEntry.Status
  var stamp: FileStamp?
  var soundSeconds = 0.0
  var seconds = 0.0
  /// The reason of a failure, or what is missing.
  var remark: String?

  init(status: JournalEntry.Status, stamp: FileStamp?) {
    self.status = status
    self.stamp = stamp
  }

  /// The outcome as JSON.
  var bytes: [UInt8] {
    Array(
      NDJSONRendering.object([
        ("status", Field(status.rawValue)), ("bytes", Field(stamp.map { Int($0.byteCount) })),
        ("modified_us", Field(stamp.map { Int($0.modified) })), ("sound_s", Field(soundSeconds)),
        ("seconds", Field(seconds)), ("remark", Field(remark)),
      ]).utf8)
  }

  /// Reads an outcome.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard let node = try? JSONNode(Array(bytes)), case .object(let members) = node.content else {
      return nil
    }
    var (status, byteCount, modified): (JournalEntry.Status?, Int64?, Int64?) = (nil, nil, nil)
    var (sound, seconds, remark): (Double, Double, String?) = (0, 0, nil)
    for member in members {
      switch (member.key, member.value.content) {
      case ("status", .text(let text)): status = JournalEntry.Status(rawValue: text)
      case ("bytes", .number(let number)): byteCount = Int64(number)
      case ("modified_us", .number(let number)): modified = Int64(number)
      case ("sound_s", .number(let number)): sound = number
      case ("seconds", .number(let number)): seconds = number
      case ("remark", .text(let text)): remark = text
      default: break
      }
    }
    guard let status else { return nil }
    self.init(status: status, stamp: nil)
    if let byteCount, let modified { stamp = FileStamp(byteCount: byteCount, modified: modified) }
    (soundSeconds, self.seconds, self.remark) = (sound, seconds, remark)
  }
}
