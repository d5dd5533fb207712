// SPDX-License-Identifier: MIT

import Archiving
import FileStore
import Glibc
import Terminal

/// The output, the errors and the journal of one shard, which stay valid if the program is killed.
///
/// The bytes of a recording are written first, and its journal line after them. A killed program
/// therefore leaves at most some bytes that no journal line names, and the next run truncates them.
/// A power cut may also leave a journal line whose bytes are not on the disk. The store therefore
/// synchronises bytes in groups and marks each synchronisation with a journal line. The next run
/// checks the bytes of all lines after the last mark.
struct ShardStore: ~Copyable {
  /// The files.
  let files: ShardFiles
  /// The recordings that are done.
  let done: [UInt128: JournalStamp]

  private var output: AppendedFile?
  private var errors: AppendedFile
  private var journal: AppendedFile
  private let lock: FileLock
  private var isSynced = true
  private var isComplete: Bool

  /// Opens the files of a shard, and truncates incomplete data of a killed run.
  ///
  /// - Parameters:
  ///   - files: the files.
  ///   - header: the first line of the journal, with all settings.
  ///   - opening: the first bytes of the output.
  ///   - isResumed: true to continue an earlier run.
  /// - Throws: `ShardError` for another run in the directory, for files that are no part of a run
  ///   and for damaged files, and `OutputError`.
  init(
    _ files: ShardFiles, header: [UInt8], opening: [UInt8], isResumed: Bool
  ) throws {
    let lock = try Self.locked(files)
    try Self.refuseOtherCount(files)
    try Self.refuseForeignFiles(files, isResumed: isResumed)
    var journal = try AppendedFile(path: files.journal)
    var errors = try AppendedFile(path: files.errors)
    var output = try files.output.map { path throws(OutputError) in try AppendedFile(path: path) }
    guard isResumed || journal.count == 0 else {
      throw ShardError.exists(directory: files.directory)
    }
    let usable = try JournalRecovery(journal: files.journal).checked(output, errors)
    if let found = usable.header {
      try Self.refuseOtherSettings(found, than: header, in: files.directory)
      try journal.cut(to: usable.journalEnd)
      try errors.cut(to: usable.errorsEnd)
      try Self.cut(&output, to: usable.outputEnd, opening)
    } else {
      try journal.cut(to: 0)
      try errors.cut(to: 0)
      try output?.cut(to: 0)
      // The header comes before the opening. Otherwise a program that is killed between them would
      // leave an output that no journal describes, and the next run would refuse it.
      try journal.append(header)
      try journal.sync()
      Self.synchronise(files.directory)
      try Self.cut(&output, to: 0, opening)
    }
    self.files = files
    self.lock = lock
    self.journal = journal
    self.errors = errors
    self.output = output
    done = usable.done
    isComplete = usable.isComplete
  }

  /// Makes the directory of a shard, and locks the shard.
  private static func locked(_ files: ShardFiles) throws -> FileLock {
    let code = FilePath.makeDirectory(files.directory, mode: 0o777)
    guard code == 0 else { throw OutputError.cannotWrite(place: files.directory, code: code) }
    // A new child process holds the descriptors of earlier locks until it has executed its program,
    // so a lock that was just released may still be held.
    guard let lock = FileLock(waitingFor: files.lock, atMost: 1) else {
      if errno == EWOULDBLOCK {
        throw ShardError.isRunning(
          shard: files.shard.name, holder: FileLock.holder(of: files.lock))
      }
      throw OutputError.cannotWrite(place: files.lock, code: errno)
    }
    return lock
  }

  /// Truncates the output to its trusted bytes, and begins it anew if there are none.
  ///
  /// An output without trusted bytes may lack the opening, because the file is new or was removed.
  private static func cut(
    _ output: inout AppendedFile?, to end: Int64, _ opening: [UInt8]
  ) throws(OutputError) {
    try output?.cut(to: end)
    guard end == 0 else { return }
    try output?.append(opening)
    try output?.sync()
  }

  /// Refuses a directory whose run has another number of shards.
  private static func refuseOtherCount(_ files: ShardFiles) throws {
    let others: [(shard: RecordingShard, path: String)]
    do { others = try ShardFiles.journals(in: files.directory) } catch {
      throw OutputError.file(error)
    }
    if let other = others.first(where: { $0.shard.count != files.shard.count }) {
      throw ShardError.otherCount(
        directory: files.directory, required: other.shard.count, actual: files.shard.count)
    }
  }

  /// Refuses an output or a file of errors that has bytes and no journal, because the run would
  /// remove these bytes.
  ///
  /// The journal alone shows that the bytes are those of a run. With `--resume`, a damaged journal
  /// shows it too.
  private static func refuseForeignFiles(_ files: ShardFiles, isResumed: Bool) throws(ShardError) {
    if let journal = FileStamp(path: files.journal), isResumed || journal.byteCount > 0 { return }
    for path in [files.output, files.errors].compactMap(\.self)
    where (FileStamp(path: path)?.byteCount ?? 0) > 0 {
      throw .foreignFile(path: path, journal: files.journal)
    }
  }

  /// Refuses a directory whose run has other settings.
  private static func refuseOtherSettings(
    _ found: [UInt8], than header: [UInt8], in directory: String
  ) throws {
    guard found == header else {
      throw ShardError.otherSettings(
        directory: directory, difference: ShardError.difference(between: found, and: header))
    }
  }

  /// Writes the names of new files to the disk.
  ///
  /// Some file systems can't synchronise a directory, so failures are ignored.
  private static func synchronise(_ directory: String) {
    let descriptor = PathText.open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    close(descriptor)
  }

  /// Adds a recording.
  ///
  /// - Parameters:
  ///   - entry: the recording; its extents are set here.
  ///   - block: the records; empty for a recording that failed or that has a file of its own.
  ///   - remark: a line for the file of errors; empty for none.
  /// - Throws: `OutputError`; the files are then as before.
  mutating func add(
    _ entry: JournalEntry, _ block: borrowing ResultBlock, remark: [UInt8]
  ) throws(OutputError) {
    var entry = entry
    let errorsStart = errors.count
    let outputStart = output?.count ?? 0
    do throws(OutputError) {
      if var open = output.take() {
        do throws(OutputError) {
          entry.output = try block.append(to: &open)
          output = consume open
        } catch {
          output = consume open
          throw error
        }
      }
      entry.errors = JournalExtent(
        offset: errorsStart, count: Int64(remark.count), checksum: CRC32.of(remark))
      try errors.append(remark)
      try journal.append(JournalLine.entry(entry).bytes)
    } catch {
      try? output?.cut(to: outputStart)
      try? errors.cut(to: errorsStart)
      throw error
    }
    (isSynced, isComplete) = (false, false)
  }

  /// Waits until everything is on the disk, and marks this in the journal.
  ///
  /// - Throws: `OutputError`.
  mutating func sync() throws(OutputError) {
    if isSynced { return }
    try output?.sync()
    try errors.sync()
    // The mark must not reach the disk before the lines that it covers.
    try journal.sync()
    try journal.append(JournalLine.synced.bytes)
    isSynced = true
  }

  /// Marks the end of the list.
  ///
  /// - Throws: `OutputError`.
  mutating func complete() throws(OutputError) {
    try sync()
    if !isComplete { try journal.append(JournalLine.complete.bytes) }
    isComplete = true
    try journal.sync()
  }
}

/// The state of a recording at the end of its analysis.
struct JournalStamp: Sendable {
  /// The state of its file.
  var stamp: FileStamp?
  /// True if it could not be used.
  var hasFailed: Bool
}
