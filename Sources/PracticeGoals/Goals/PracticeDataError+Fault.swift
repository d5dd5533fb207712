// SPDX-License-Identifier: MIT

extension PracticeDataError {
  /// The reason why a journal or an export of health data can't be read or written.
  ///
  /// Each `reason` holds the words of the system or of the parser, which are English.
  public enum Fault: Hashable, Codable, Sendable {
    /// The symbolic links of the path form a loop.
    case linkLoop(path: String)

    /// The directory of the journal can't be made or opened.
    case journalDirectoryFailed(path: String, reason: String)
    /// The journal can't be read.
    case journalUnreadable(path: String, reason: String)
    /// The journal can't be written.
    case journalUnwritable(path: String, reason: String)
    /// There is no room for the journal.
    case noRoom(path: String, reason: String)
    /// An entry with the name of a journal file is a symbolic link.
    case symbolicLink(path: String)
    /// An entry with the name of a journal file is not a regular file.
    case notAFile(path: String)
    /// An entry with the name of a journal file belongs to another user.
    case otherOwner(path: String, owner: String)
    /// Another process holds the lock of the journal, and did not release it in time.
    case journalHeld(path: String, holder: String)
    /// Root must not use a journal that another user can change.
    case foreignJournal(path: String, owner: String)

    /// The export can't be read.
    case exportUnreadable(path: String, reason: String)
    /// The export is not XML, or is cut off.
    case notXML(path: String, line: Int, reason: String)
    /// The export declares entities.
    case declaresEntities(path: String, line: Int)
    /// A tag is longer than any tag of an export.
    case tagTooLong(path: String, line: Int, limit: Int)
    /// The file is XML but not an export of health data.
    case notHealthData(path: String, root: String)
    /// The export was written before the requested day began.
    case exportTooOld(path: String)
  }
}

extension KeyedDecodingContainer {
  /// Reads a fault; `nil` for one that only later releases know.
  ///
  /// The synthesized decoding of ``PracticeDataError`` calls this overload. The description beside
  /// the fault says the same, so the rest of the document stays usable.
  func decodeIfPresent(
    _ type: PracticeDataError.Fault.Type, forKey key: Key
  ) throws -> PracticeDataError.Fault? {
    try? decode(type, forKey: key)
  }
}
