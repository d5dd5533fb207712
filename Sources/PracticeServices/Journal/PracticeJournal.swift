// SPDX-License-Identifier: MIT

import FileStore
import Glibc
public import PracticeGoals

/// The practice journal: what was heard, record by record, in a file for each date of UTC.
///
/// Records are only ever appended, each as one line in one write, under a lock that all processes
/// share. A process that is killed at any byte leaves at most one line that is not a record, which the
/// next append closes and every reading reports; all complete records stay, and none is made up.
public struct PracticeJournal: Sendable {
  /// The directory that holds the files.
  public let directory: String

  static let suffix = ".jsonl"

  /// Makes a journal; nothing is touched until it is used.
  ///
  /// - Parameter directory: the directory that holds the files.
  public init(directory: String) { self.directory = directory }

  /// Makes the directory if there is none, and finds out whether records can be written.
  ///
  /// - Throws: `JournalError.directoryFailed`.
  public func prepare() throws(JournalError) {
    let code = FilePath.makeDirectory(directory)
    if code != 0 { throw .directoryFailed(path: directory, code: code) }
    guard access(directory, W_OK | X_OK) == 0 else {
      throw .directoryFailed(path: directory, code: errno)
    }
    if let part = PathTrust.foreignPart(of: directory) { throw .foreign(part) }
  }

  /// Opens the directory, so that all that follows is done in it; `nil` when there is none.
  func opened() throws(JournalError) -> HeldDirectory? {
    if let part = PathTrust.foreignPart(of: directory) { throw .foreign(part) }
    do throws(FileStoreError) {
      return try HeldDirectory(path: directory)
    } catch {
      if error.code == ENOENT { return nil }
      throw JournalError(reading: error)
    }
  }

  /// Takes the lock that all changes are made under.
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
  ///   - end: the first moment behind.
  /// - Returns: the records, and the lines that are not records in the files of these dates.
  /// - Throws: `JournalError.readFailed`.
  /// - Complexity: O(bytes of the files of these dates), whatever else the journal holds.
  public func records(
    from start: WallTime, to end: WallTime
  ) throws(JournalError) -> JournalReading {
    var reading = JournalReading()
    guard start < end, let held = try opened() else { return reading }
    let (first, last) = (Self.date(of: start), Self.date(of: end))
    for date in try Self.dates(in: held) where date >= first && date <= last {
      let path = "\(directory)/\(Self.name(of: date))"
      try JournalFile.read(Self.name(of: date), in: held) { line, number in
        switch JournalLine.read(line) {
        case .record(let record):
          if record.start >= start, record.start < end { reading.records.append(record) }
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
  /// - Parameter day: the day.
  /// - Returns: as `records(from:to:)`.
  /// - Throws: `JournalError.readFailed`.
  public func records(of day: PracticeDay) throws(JournalError) -> JournalReading {
    try records(from: day.start, to: day.end)
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
