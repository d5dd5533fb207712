// SPDX-License-Identifier: MIT

import FileFormats
import FileStore
import Glibc
import Terminal

/// The request for one recording, from the program to a worker process.
struct WorkerRequest: Sendable {
  /// The recording.
  var identity: RecordingIdentity
  /// The file of its results; `nil` if they are sent.
  var place: String?

  /// The request as four texts, each followed by NUL: path, start, end, file of the results.
  var bytes: [UInt8] {
    let texts = [
      identity.path, identity.part.map { decimal($0.start) } ?? "",
      (identity.part?.end).map(decimal) ?? "", place ?? "",
    ]
    var bytes: [UInt8] = []
    for text in texts {
      bytes.append(contentsOf: text.utf8)
      bytes.append(0)
    }
    return bytes
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
    /// The analysis of the recording has ended; the bytes are a ``WorkerOutcome``.
    case outcome
    /// The results can't be written; the bytes are the reason. This ends the run.
    case fatal
  }

  let kind: Kind
  let bytes: ArraySlice<UInt8>

  fileprivate static let headCount = 8

  /// Reads an answer from the front of `received`; `nil` until it is complete.
  init?(_ received: ArraySlice<UInt8>) {
    guard received.count >= Self.headCount else { return nil }
    var (number, count) = (UInt32(0), 0)
    for index in 0..<4 {
      number |= UInt32(received[received.startIndex + index]) << (8 * index)
      count |= Int(received[received.startIndex + 4 + index]) << (8 * index)
    }
    guard received.count >= Self.headCount + count, let kind = Kind(rawValue: number) else {
      return nil
    }
    self.kind = kind
    bytes = received.dropFirst(Self.headCount).prefix(count)
  }

  /// The number of bytes including the header.
  var count: Int { Self.headCount + bytes.count }
}

/// The answers of a worker process that are not sent yet.
///
/// The records and the outcome of a short recording are sent together, so that the program wakes
/// only once.
final class WorkerAnswers {
  private static let limit = 1 << 16

  private var pending: [UInt8] = []

  /// Adds an answer.
  ///
  /// - Throws: `ExitStatus.closedPipe` when the program has ended.
  func add(_ kind: WorkerAnswer.Kind, _ bytes: [UInt8]) throws {
    for number in [kind.rawValue, UInt32(bytes.count)] {
      for index in 0..<4 { pending.append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
    }
    pending.append(contentsOf: bytes)
    if pending.count >= Self.limit { try send() }
  }

  /// Writes the answers to standard output.
  ///
  /// - Throws: `ExitStatus.closedPipe` when the program has ended.
  func send() throws {
    let code = pending.withUnsafeBufferPointer {
      writeAll(UnsafeRawBufferPointer($0), to: STDOUT_FILENO)
    }
    if code != 0 { throw ExitStatus.closedPipe }
    pending.removeAll(keepingCapacity: true)
  }
}

/// The outcome of one recording in a worker process.
struct WorkerOutcome {
  var status: JournalEntry.Status
  var stamp: FileStamp?
  var soundSeconds = 0.0
  var seconds = 0.0
  /// True if the result was taken from the cache.
  var isKnown = false
  /// The reason of a failure, or the warnings about a recording that was analysed.
  var remark: String?

  init(status: JournalEntry.Status, stamp: FileStamp?) {
    self.status = status
    self.stamp = stamp
  }

  /// The outcome as bytes: the number of the status, two marks, four numbers of eight bytes (size,
  /// time, two durations), the remark.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.headCount)
    bytes.append(UInt8(Self.statuses.firstIndex(of: status) ?? 0))
    bytes.append(stamp == nil ? 0 : 1)
    bytes.append((isKnown ? 1 : 0) + (remark == nil ? 0 : 2))
    for number in [
      UInt64(bitPattern: stamp?.byteCount ?? 0), UInt64(bitPattern: stamp?.modified ?? 0),
      soundSeconds.bitPattern, seconds.bitPattern,
    ] {
      for place in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
    }
    if let remark { bytes.append(contentsOf: remark.utf8) }
    return bytes
  }

  private static let statuses: [JournalEntry.Status] = [.heard, .silent, .failed]
  private static let headCount = 3 + 4 * 8

  /// Reads an outcome; `nil` for other bytes.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.count >= Self.headCount, Int(bytes[bytes.startIndex]) < Self.statuses.count else {
      return nil
    }
    let start = bytes.startIndex
    self.init(status: Self.statuses[Int(bytes[start])], stamp: nil)
    let number = { (index: Int) in
      var number: UInt64 = 0
      for place in 0..<8 { number |= UInt64(bytes[start + 3 + 8 * index + place]) << (8 * place) }
      return number
    }
    if bytes[start + 1] != 0 {
      stamp = FileStamp(
        byteCount: Int64(bitPattern: number(0)), modified: Int64(bitPattern: number(1)))
    }
    (soundSeconds, seconds) = (Double(bitPattern: number(2)), Double(bitPattern: number(3)))
    isKnown = bytes[start + 2] & 1 != 0
    if bytes[start + 2] & 2 != 0 {
      remark = String(decoding: bytes.dropFirst(Self.headCount), as: UTF8.self)
    }
  }
}
