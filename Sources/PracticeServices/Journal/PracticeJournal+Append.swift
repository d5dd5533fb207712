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
  /// - Parameters:
  ///   - records: the records.
  ///   - origin: the hash that identifies the recording.
  /// - Returns: true if they were appended; false if the journal has a recording of this origin.
  /// - Throws: `JournalError`.
  public func append(
    _ records: [PracticeRecord], ofRecording origin: UInt64
  ) throws(JournalError) -> Bool {
    if records.isEmpty { return true }
    try prepare()
    guard let held = try opened() else { throw .directoryFailed(path: directory, code: ENOENT) }
    let lock = try lock()
    if try Self.holds(origin, in: held) { return false }
    try Self.appendLocked(records, in: held)
    _ = consume lock
    return true
  }

  private static func holds(
    _ origin: UInt64, in directory: borrowing HeldDirectory
  ) throws(JournalError) -> Bool {
    for date in try dates(in: directory) {
      var isFound = false
      try JournalFile.read(name(of: date), in: directory) { line, _ in
        if case .record(let record) = JournalLine.read(line), record.origin == origin {
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
