// SPDX-License-Identifier: MIT

import FileStore
import Glibc
import PracticeGoals

extension PracticeJournal {
  /// Appends records and waits until they are on disk.
  ///
  /// - Parameter records: the records; those of one date are written together.
  /// - Throws: `JournalError`; no record of the date whose write failed remains.
  public func append(_ records: [PracticeRecord]) throws(JournalError) {
    if records.isEmpty { return }
    try prepare()
    guard let held = try opened() else { throw .directoryFailed(path: directory, code: ENOENT) }
    let lock = try lock()
    try Self.appendLocked(records, in: held)
    _ = consume lock
  }

  /// Appends the records of a recording, unless it is already in the journal.
  ///
  /// A record of a time at which live sound was counted is left out if the recording may have been
  /// made then, because it then holds the same sound.
  ///
  /// - Parameters:
  ///   - records: the records.
  ///   - origin: the hash that identifies the recording.
  ///   - former: another hash by which the journal may know it; `nil` for none.
  ///   - mayBeLive: true if the times of the records are those at which the recording was made.
  /// - Returns: the records that were appended; `nil` if the journal has all of this sound.
  /// - Throws: `JournalError`.
  public func append(
    _ records: [PracticeRecord], ofRecording origin: UInt64, formerly former: UInt64? = nil,
    mayBeLive: Bool = true
  ) throws(JournalError) -> [PracticeRecord]? {
    if records.isEmpty { return [] }
    try prepare()
    guard let held = try opened() else { throw .directoryFailed(path: directory, code: ENOENT) }
    let lock = try lock()
    if try Self.holds([origin, former ?? origin], in: held) { return nil }
    let added = mayBeLive ? try notCountedLive(records) : records
    if added.isEmpty { return nil }
    try Self.appendLocked(added, in: held)
    _ = consume lock
    return added
  }

  /// Returns the records of which live sound covers less than half.
  ///
  /// The time of a recording is that of its file, which is some seconds off, so that records beside
  /// live sound overlap with it a little.
  private func notCountedLive(
    _ records: [PracticeRecord]
  ) throws(JournalError) -> [PracticeRecord] {
    guard let start = records.map(\.start).min(), let end = records.map(\.end).max() else {
      return []
    }
    let longest = Int64(PracticeRecord.durations.upperBound)
    let live = try self.records(from: start.advanced(byMilliseconds: -longest), to: end).records
      .filter { $0.source == .live && $0.end > start }
      .sorted { $0.start < $1.start }
    return records.filter { record in
      var covered: Int64 = 0
      // Two programs may have counted the same time, which covers it only once.
      var reached = record.start
      for other in live where other.end > reached {
        covered += max(0, min(record.end, other.end).milliseconds(since: max(reached, other.start)))
        reached = max(reached, other.end)
      }
      return 2 * covered < Int64(record.milliseconds) || covered == 0
    }
  }

  private static func holds(
    _ origins: [UInt64], in directory: borrowing HeldDirectory
  ) throws(JournalError) -> Bool {
    for date in try dates(in: directory) {
      var isFound = false
      try JournalFile.read(name(of: date), in: directory) { line, _ in
        if case .record(let record) = JournalLine.read(line), let origin = record.origin,
          origins.contains(origin)
        {
          isFound = true
        }
      }
      if isFound { return true }
    }
    return false
  }

  private static func appendLocked(
    _ records: [PracticeRecord], in directory: borrowing HeldDirectory
  ) throws(JournalError) {
    var pieces: [(date: LocalDay, bytes: [UInt8])] = []
    for record in records {
      let date = date(of: record.start)
      if let index = pieces.firstIndex(where: { $0.date == date }) {
        pieces[index].bytes += JournalLine.bytes(of: record)
      } else {
        pieces.append((date, JournalLine.bytes(of: record)))
      }
    }
    for piece in pieces {
      try JournalFile.append(piece.bytes, to: name(of: piece.date), in: directory)
    }
  }
}
