// SPDX-License-Identifier: MIT

import FileStore
import Glibc
public import PracticeGoals

extension PracticeJournal {
  /// The stretch of time within which records are joined, in milliseconds: a quarter of an hour.
  ///
  /// In every present time zone a day begins at such a quarter.
  static let compactedStretch: Int64 = 15 * 60_000
  /// The longest pause between two records that are joined, in milliseconds.
  ///
  /// A joined record covers the pause too, and the journal takes no recording of which live sound
  /// covers half or more.
  static let longestPause: Int64 = 2000

  /// Joins records of past dates that follow each other in the same quarter of an hour.
  ///
  /// The totals of any time between two quarters stay the same. So records of live sound that
  /// overlap are not joined: what two programs heard counts once, moment by moment. Lines that are
  /// not records are moved, byte for byte, to a file of the same date that ends in `.damaged`. A
  /// file with a line longer than any record, or with a line of a later version, stays as it is.
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
        if seen.insert(record).inserted { records.append(record) }
      // The later version still counts its lines in their places.
      case .laterVersion: isWhole = false
      case .damaged:
        for index in line.indices { damaged.append(line[index]) }
        damaged.append(UInt8(ascii: "\n"))
      }
    }
    let joined = joined(records)
    if !isWhole || (joined.count == count && damaged.isEmpty) { return 0 }
    if !damaged.isEmpty {
      try JournalFile.append(damaged, to: name + ".damaged", in: directory)
    }
    let bytes = joined.flatMap { JournalLine.bytes(of: $0) }
    do throws(FileStoreError) {
      var file = try AtomicFile(named: name, in: directory)
      try file.write(bytes)
      try file.commit()
    } catch {
      throw JournalError(writing: error)
    }
    return count - joined.count
  }

  private static func joined(_ records: [PracticeRecord]) -> [PracticeRecord] {
    let overlapping = Set(LivePassages(records).groups.filter { $0.count > 1 }.joined())
    var joined: [PracticeRecord] = []
    // A record that overlaps with another one ends the series before it.
    var isOpen = false
    for record in records {
      let isAlone = !overlapping.contains(record)
      if isAlone, isOpen { join(record, to: &joined) } else { joined.append(record) }
      isOpen = isAlone
    }
    return joined
  }

  /// Joins a record to the one before it in the same stretch, or appends it to the others.
  private static func join(_ record: PracticeRecord, to records: inout [PracticeRecord]) {
    func stretch(_ record: PracticeRecord) -> Int64 {
      let (quotient, rest) = record.start.milliseconds.quotientAndRemainder(
        dividingBy: compactedStretch)
      return rest < 0 ? quotient - 1 : quotient
    }
    guard let last = records.last, last.start <= record.start, stretch(last) == stretch(record),
      record.start.milliseconds(since: last.end) <= longestPause,
      last.tuning == record.tuning, last.source == record.source, record.source != .exit,
      last.origin == record.origin
    else {
      records.append(record)
      return
    }
    // Records of a recording can overlap, and their sum can then be longer than the stretch.
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
