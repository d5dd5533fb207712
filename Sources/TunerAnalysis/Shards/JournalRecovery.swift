// SPDX-License-Identifier: MIT

import FileStore

/// The trustworthy part of a journal after a run was killed.
///
/// A truncated or damaged line ends this part if no synchronisation mark follows it. If a mark
/// follows, the disk is damaged; the damage is reported, and the journal is not truncated.
struct JournalRecovery {
  /// The trusted part of the files.
  struct Usable {
    /// The first line; `nil` for an empty journal.
    var header: [UInt8]?
    /// The recordings that are done, each in its last state.
    var done: [UInt128: JournalStamp] = [:]
    /// The trusted bytes of the journal.
    var journalEnd: Int64 = 0
    /// The trusted bytes of the output.
    var outputEnd: Int64 = 0
    /// The trusted bytes of the file of errors.
    var errorsEnd: Int64 = 0
    /// True if the last line states that the list is complete.
    var isComplete = false
    /// The entries in their order, if they were requested.
    var entries: [JournalEntry] = []
  }

  private var usable = Usable()
  /// The entries after the last mark, each with the offset of the end of its line.
  private var tail: [(entry: JournalEntry, end: Int64)] = []
  private let path: String
  private let keepsEntries: Bool

  /// Reads a journal.
  ///
  /// - Parameters:
  ///   - path: the journal.
  ///   - keepsEntries: true to keep every entry.
  /// - Throws: `ShardError.damaged` for a damaged line before a mark, `.otherSchema` for the
  ///   journal of a later version, and `OutputError`.
  init(journal path: String, keepsEntries: Bool = false) throws {
    self.path = path
    self.keepsEntries = keepsEntries
    var damaged: Int?
    var number = 0
    do {
      var reader = try LineReader(path: path)
      while let line = try reader.next() {
        number += 1
        guard let read = JournalLine(line) else {
          if number == 1, let schema = JournalLine.otherSchema(of: line) {
            throw ShardError.otherSchema(path: path, schema: schema)
          }
          damaged = damaged ?? number
          continue
        }
        if let damaged {
          guard case .synced = read else { continue }
          throw ShardError.damaged(path: path, reason: "line \(damaged) is not as it was written")
        }
        add(read, end: line.offset + Int64(line.bytes.count) + 1)
      }
    } catch let error as FileStoreError {
      throw OutputError.file(error)
    }
  }

  private mutating func add(_ line: JournalLine, end: Int64) {
    switch line {
    case .header(let bytes):
      usable.header = usable.header ?? bytes
      usable.journalEnd = end
    case .entry(let entry):
      tail.append((entry, end))
    case .synced, .complete:
      for (entry, end) in tail { accept(entry, end) }
      tail.removeAll()
      usable.journalEnd = end
      if case .complete = line { usable.isComplete = true }
    }
  }

  private mutating func accept(_ entry: JournalEntry, _ end: Int64) {
    usable.done[entry.identity.digest] = JournalStamp(
      stamp: entry.stamp, hasFailed: entry.status == .failed)
    usable.journalEnd = end
    usable.outputEnd = max(usable.outputEnd, entry.output.end)
    usable.errorsEnd = max(usable.errorsEnd, entry.errors.end)
    usable.isComplete = false
    if keepsEntries { usable.entries.append(entry) }
  }

  /// Checks the bytes of the output and of the errors.
  ///
  /// - Parameters:
  ///   - output: the output; `nil` if each recording has a file of its own.
  ///   - errors: the file of errors.
  /// - Returns: the trusted part, which ends before the first recording after the last mark whose
  ///   bytes do not match their checksum.
  /// - Throws: `ShardError.damaged` for a file that is shorter than at the last mark.
  func checked(
    _ output: borrowing AppendedFile?, _ errors: borrowing AppendedFile
  ) throws(ShardError) -> Usable {
    var checked = self
    switch output {
    case .some(let file):
      if file.count < usable.outputEnd { throw Self.tooShort(file.path, usable.outputEnd) }
    case .none: break
    }
    if errors.count < usable.errorsEnd { throw Self.tooShort(errors.path, usable.errorsEnd) }
    for (entry, end) in tail {
      var isWhole = errors.holds(entry.errors)
      switch output {
      case .some(let file): isWhole = isWhole && file.holds(entry.output)
      case .none: break
      }
      guard isWhole else { break }
      checked.accept(entry, end)
    }
    return checked.usable
  }

  /// Returns the whole journal without checking the other files; the code that copies their bytes
  /// checks them.
  func checkedByExtents() -> Usable {
    var checked = self
    for (entry, end) in tail { checked.accept(entry, end) }
    return checked.usable
  }

  private static func tooShort(_ path: String, _ required: Int64) -> ShardError {
    .damaged(path: path, reason: "it had \(required) bytes and has fewer")
  }
}
