// SPDX-License-Identifier: MIT

import FileStore
import Glibc
public import PracticeGoals

extension PracticeJournal {
  /// The stretch of time within which records are joined, in milliseconds: a quarter of an hour.
  ///
  /// In every present time zone a day begins at such a quarter.
  static let compactedStretch: Int64 = 15 * 60_000

  /// Joins the records of past dates that lie in the same quarter of an hour.
  ///
  /// The totals of any time between two quarters stay the same. Lines that are not records are
  /// moved, byte for byte, to a file of the same date that ends in `.damaged`. A file with a line
  /// longer than any record, or with a line of a later version, stays as it is.
  ///
  /// - Parameter now: the present moment; the dates of the last two days are left alone.
  /// - Returns: the number of records that were saved by joining.
  /// - Throws: `JournalError`, after all other dates are done. A file is replaced as a whole or
  ///   stays as it was.
  public func compact(before now: WallTime) throws(JournalError) -> Int {
    let today = Self.date(of: now)
    var saved = 0
    guard let held = try opened() else { return 0 }
    let lock = try lock()
    held.sweep()
    var failure: JournalError?
    for date in try Self.dates(in: held) where date < today.previous {
      do throws(JournalError) {
        saved += try Self.compact(Self.name(of: date), in: held)
      } catch {
        // One date that can't be compacted must not stop the others.
        failure = failure ?? error
      }
    }
    _ = consume lock
    if let failure { throw failure }
    return saved
  }

  private static func compact(
    _ name: String, in directory: borrowing HeldDirectory
  ) throws(JournalError) -> Int {
    var records: [PracticeRecord] = []
    var damaged: [UInt8] = []
    var seen: Set<PracticeRecord> = []
    var count = 0
    var isWhole = true
    try JournalFile.read(name, in: directory) { line, _ in
      // Only the beginning of a line longer than any record was read.
      if line.count > JournalLine.longest { isWhole = false }
      switch JournalLine.read(line) {
      case .record(let record):
        count += 1
        // A copied line must not become part of a sum.
        if seen.insert(record).inserted { join(record, to: &records) }
      // The later version still counts its lines in their places.
      case .laterVersion: isWhole = false
      case .damaged:
        for index in line.indices { damaged.append(line[index]) }
        damaged.append(UInt8(ascii: "\n"))
      }
    }
    if !isWhole || (records.count == count && damaged.isEmpty) { return 0 }
    if !damaged.isEmpty {
      try JournalFile.append(damaged, to: name + ".damaged", in: directory)
    }
    let bytes = records.flatMap { JournalLine.bytes(of: $0) }
    do throws(FileStoreError) {
      var file = try AtomicFile(named: name, in: directory)
      try file.write(bytes)
      try file.commit()
    } catch {
      throw JournalError(writing: error)
    }
    return count - records.count
  }

  /// Joins a record to the one of the same stretch, tuning and source, or appends it to the others.
  private static func join(_ record: PracticeRecord, to records: inout [PracticeRecord]) {
    func stretch(_ record: PracticeRecord) -> Int64 {
      let (quotient, rest) = record.start.milliseconds.quotientAndRemainder(
        dividingBy: compactedStretch)
      return rest < 0 ? quotient - 1 : quotient
    }
    guard let last = records.last, last.start <= record.start, stretch(last) == stretch(record),
      last.tuning == record.tuning, last.source == record.source, record.source != .exit,
      last.origin == record.origin
    else {
      records.append(record)
      return
    }
    // If two programs listened at the same time, the sum of their records can be longer than the
    // stretch.
    let practice = last.practiceMilliseconds + record.practiceMilliseconds
    let length = max(
      Int(max(last.end, record.end).milliseconds(since: last.start)), practice)
    records[records.count - 1] = PracticeRecord(
      start: last.start, milliseconds: length, practiceMilliseconds: practice,
      noteCount: last.noteCount + record.noteCount,
      inTuneCount: last.inTuneCount + record.inTuneCount, tuning: last.tuning,
      source: last.source, origin: last.origin)
  }
}
