// SPDX-License-Identifier: MIT

import Archiving

/// The result of one recording in a cache, with a placeholder for the name of the recording.
struct CachedResult {
  /// The largest result in bytes; a larger one is not kept.
  static let byteLimit = 8 << 20

  private static let mark = Array("tuner.cache/1\n".utf8)
  private static let numberCount = 4

  /// The outcome.
  var outcome: WorkerOutcome
  /// The records.
  var records: [UInt8]

  init(outcome: WorkerOutcome, records: [UInt8]) {
    self.outcome = outcome
    self.records = records
  }

  /// The file: a mark, the CRC-32 of the rest, the length of the outcome, the outcome, the records.
  var bytes: [UInt8] {
    let outcome = outcome.bytes
    var rest: [UInt8] = []
    Self.append(UInt32(outcome.count), to: &rest)
    rest += outcome
    rest += records
    var bytes = Self.mark
    Self.append(CRC32.of(rest), to: &bytes)
    return bytes + rest
  }

  /// Reads a file; `nil` if it is incomplete.
  init?(_ bytes: [UInt8]) {
    let start = Self.mark.count + Self.numberCount
    guard bytes.starts(with: Self.mark), bytes.count >= start + Self.numberCount,
      Self.number(in: bytes, at: Self.mark.count) == CRC32.of(Array(bytes[start...]))
    else { return nil }
    let first = start + Self.numberCount
    let end = first + Int(Self.number(in: bytes, at: start))
    guard end <= bytes.count, let outcome = WorkerOutcome(bytes[first..<end]) else { return nil }
    self.outcome = outcome
    records = Array(bytes[end...])
  }

  private static func append(_ number: UInt32, to bytes: inout [UInt8]) {
    for index in 0..<numberCount { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
  }

  private static func number(in bytes: [UInt8], at start: Int) -> UInt32 {
    (0..<numberCount).reduce(0) { $0 | UInt32(bytes[start + $1]) << (8 * $1) }
  }
}

/// The name of a recording in its records, which a placeholder replaces in the cache.
struct RecordedName {
  /// The placeholder of the name in cached records; its first and last characters are not Unicode
  /// characters.
  static let placeholder = "\u{10FFFE}recording\u{10FFFE}"

  private static let placeholderBytes = Array(placeholder.utf8)

  private let bytes: [UInt8]

  /// Renders a name as the records of a format contain it.
  init(_ name: String, in records: AppendedRecords) { bytes = records.name(name) }

  /// Replaces the placeholder in records by the name.
  ///
  /// - Parameter records: whole records.
  /// - Returns: the records as they are written.
  func inserted(into records: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(records.count + bytes.count)
    let (first, count) = (Self.placeholderBytes[0], Self.placeholderBytes.count)
    var index = 0
    while index < records.count {
      if records[index] == first, records[index...].starts(with: Self.placeholderBytes) {
        result += bytes
        index += count
      } else {
        result.append(records[index])
        index += 1
      }
    }
    return result
  }
}

/// The records of a recording that are collected for a cache, up to a limit.
final class KeptRecords {
  /// The records; `nil` if they are too many.
  private(set) var records: [UInt8]? = []

  /// Adds records.
  func add(_ more: [UInt8]) {
    guard let count = records?.count, count + more.count < CachedResult.byteLimit - 4096 else {
      return records = nil
    }
    records? += more
  }
}
