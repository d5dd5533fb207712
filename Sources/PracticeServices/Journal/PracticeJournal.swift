// SPDX-License-Identifier: MIT

import FileStore
import Glibc
public import PracticeGoals

/// The practice journal: one record per line, in one file for each date of UTC.
///
/// Records are only appended. Each append is one write, under a lock that all processes share. A
/// process that is killed at any point leaves at most one line that is not a record. The next
/// append closes that line, and every reading reports it. All complete records stay, and no false
/// record appears.
public struct PracticeJournal: Sendable {
  /// The directory that holds the files.
  public let directory: String

  static let suffix = ".jsonl"

  /// Names a journal without touching its directory.
  public init(directory: String) { self.directory = directory }

  /// Makes the directory if it is missing, and checks that records can be written.
  ///
  /// - Throws: `JournalError.directoryFailed`.
  public func prepare() throws(JournalError) {
    let code = FilePath.makeDirectory(directory)
    if code != 0 { throw .directoryFailed(path: directory, code: code) }
    guard access(directory, W_OK | X_OK) == 0 else {
      throw .directoryFailed(path: directory, code: errno)
    }
    try checkTrust()
  }

  /// Opens the directory, so that its name is resolved once only; `nil` if it does not exist.
  func opened() throws(JournalError) -> HeldDirectory? {
    try checkTrust()
    do throws(FileStoreError) {
      return try HeldDirectory(path: directory)
    } catch {
      if error.code == ENOENT { return nil }
      throw JournalError(reading: error)
    }
  }

  /// Refuses a directory that root can't trust.
  private func checkTrust() throws(JournalError) {
    guard let part = PathTrust.foreignPart(of: directory) else { return }
    throw part.code.map { .directoryFailed(path: part.path, code: $0) } ?? .foreign(part)
  }

  /// Takes the lock for changes.
  func lock() throws(JournalError) -> FileLock {
    guard let lock = FileLock(waitingFor: lockPath) else {
      throw JournalError(writing: .unlocked(path: lockPath, code: errno))
    }
    return lock
  }

  // MARK: - Reading

  /// Reads the records that began in a stretch of time.
  ///
  /// - Parameters:
  ///   - start: the first moment.
  ///   - end: the first moment after the stretch.
  /// - Returns: the records, and the lines of these dates' files that are not records.
  /// - Throws: `JournalError.readFailed`.
  /// - Complexity: O(bytes of the files of these dates), whatever else the journal holds.
  public func records(
    from start: WallTime, to end: WallTime
  ) throws(JournalError) -> JournalReading {
    var reading = JournalReading()
    guard start < end, let held = try opened() else { return reading }
    var seen: Set<PracticeRecord> = []
    let (first, last) = (Self.date(of: start), Self.date(of: end))
    for date in try Self.dates(in: held) where date >= first && date <= last {
      let path = "\(directory)/\(Self.name(of: date))"
      try JournalFile.read(Self.name(of: date), in: held) { line, number in
        switch JournalLine.read(line) {
        case .record(let record):
          guard record.start >= start, record.start < end else { break }
          // Two different stretches never agree in all fields including the start.
          if seen.insert(record).inserted {
            reading.records.append(record)
          } else {
            reading.damage.append(.init(path: path, line: number, reason: .copied))
          }
        case .laterVersion:
          reading.damage.append(.init(path: path, line: number, reason: .laterVersion))
        case .damaged:
          reading.damage.append(.init(path: path, line: number, reason: .damaged))
        }
      }
    }
    return reading
  }

  /// Reads the records of a day.
  ///
  /// - Throws: `JournalError.readFailed`.
  public func records(of day: PracticeDay) throws(JournalError) -> JournalReading {
    try records(from: day.start, to: day.end)
  }

  /// Returns true if the journal has a file of a date before a moment.
  ///
  /// - Throws: `JournalError.readFailed`.
  public func hasRecords(before time: WallTime) throws(JournalError) -> Bool {
    guard let held = try opened(), let first = try Self.dates(in: held).first else { return false }
    return first < Self.date(of: time)
  }

  /// Returns the dates of UTC that have a file, in order.
  static func dates(in directory: borrowing HeldDirectory) throws(JournalError) -> [LocalDay] {
    let names: [String]
    do throws(FileStoreError) { names = try directory.names() } catch {
      throw JournalError(reading: error)
    }
    return names.compactMap { name in
      name.hasSuffix(suffix) ? LocalDay(String(name.dropLast(suffix.count))) : nil
    }.sorted()
  }

  static func name(of date: LocalDay) -> String { "\(date)\(suffix)" }

  var lockPath: String { directory + "/.lock" }

  static func date(of time: WallTime) -> LocalDay { LocalCalendar.utc.day(of: time) }
}
