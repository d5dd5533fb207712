// SPDX-License-Identifier: MIT

import FileStore
import Glibc
package import PracticeGoals

extension PracticeDataError {
  /// Makes the error of data that the journal does not give.
  package init(_ error: JournalError) {
    self = .queryFailed(description: "\(error)", fault: Fault(error))
  }

  /// Makes the error of data that the export does not give.
  package init(_ error: HealthExportError) {
    self = .queryFailed(description: "\(error)", fault: Fault(error))
  }
}

extension PracticeDataError.Fault {
  /// Makes the fault of an error of the journal.
  package init(_ error: JournalError) {
    self =
      switch error {
      case .directoryFailed(let path, ELOOP), .readFailed(let path, ELOOP),
        .writeFailed(let path, ELOOP):
        .linkLoop(path: path)
      case .directoryFailed(let path, let code):
        .journalDirectoryFailed(path: path, reason: errorText(code))
      case .readFailed(let path, let code):
        .journalUnreadable(path: path, reason: errorText(code))
      case .writeFailed(let path, let code) where code == ENOSPC || code == EDQUOT:
        .noRoom(path: path, reason: errorText(code))
      case .writeFailed(let path, let code):
        .journalUnwritable(path: path, reason: errorText(code))
      case .refused(let path, .symbolicLink): .symbolicLink(path: path)
      case .refused(let path, .notAFile): .notAFile(path: path)
      case .refused(let path, .owner(let owner)):
        .otherOwner(path: path, owner: UserName.of(owner))
      case .held(let path, let holder): .journalHeld(path: path, holder: holder)
      case .foreign(let part):
        .foreignJournal(path: part.path, owner: UserName.of(part.owner))
      }
  }

  /// Makes the fault of an error of an export of health data.
  package init(_ error: HealthExportError) {
    self =
      switch error {
      case .readFailed(let path, ELOOP): .linkLoop(path: path)
      case .readFailed(let path, let code):
        .exportUnreadable(path: path, reason: errorText(code))
      case .notXML(let path, let line, let reason):
        .notXML(path: path, line: line, reason: reason)
      case .declaresEntities(let path, let line): .declaresEntities(path: path, line: line)
      case .tagTooLong(let path, let line, let limit):
        .tagTooLong(path: path, line: line, limit: limit)
      case .notHealthData(let path, let root): .notHealthData(path: path, root: root)
      case .tooOld(let path): .exportTooOld(path: path)
      }
  }
}
