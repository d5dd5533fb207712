// SPDX-License-Identifier: MIT

package import PracticeGoals
import Terminal
package import TunerDisplay

extension GatePhrase.DataFault {
  /// Makes the phrase of an error of practice or health data.
  package init(_ error: PracticeDataError) {
    self =
      switch error {
      case .notAvailable: .notAvailable
      case .authorizationDenied: .accessDenied
      case .queryFailed(let description, nil): .unreadable(reason: printable(description))
      case .queryFailed(_, let fault?): Self(fault)
      }
  }

  /// Makes the phrase of a fault.
  package init(_ fault: PracticeDataError.Fault) {
    self =
      switch fault {
      case .linkLoop(let path): .linkLoop(path: printable(path))
      case .journalDirectoryFailed(let path, let reason):
        .journalDirectoryFailed(path: printable(path), reason: printable(reason))
      case .journalUnreadable(let path, let reason):
        .journalUnreadable(path: printable(path), reason: printable(reason))
      case .journalUnwritable(let path, let reason):
        .journalUnwritable(path: printable(path), reason: printable(reason))
      case .noRoom(let path, let reason):
        .noRoom(path: printable(path), reason: printable(reason))
      case .symbolicLink(let path): .symbolicLink(path: printable(path))
      case .notAFile(let path): .notAFile(path: printable(path))
      case .otherOwner(let path, let owner):
        .otherOwner(path: printable(path), owner: printable(owner))
      case .journalHeld(let path, let holder):
        .journalHeld(path: printable(path), holder: printable(holder))
      case .foreignJournal(let path, let owner):
        .foreignJournal(path: printable(path), owner: printable(owner))
      case .exportUnreadable(let path, let reason):
        .exportUnreadable(path: printable(path), reason: printable(reason))
      case .notXML(let path, let line, let reason):
        .notXML(path: printable(path), line: "\(line)", reason: printable(reason))
      case .declaresEntities(let path, let line):
        .declaresEntities(path: printable(path), line: "\(line)")
      case .tagTooLong(let path, let line, let limit):
        .tagTooLong(path: printable(path), line: "\(line)", limit: "\(limit)")
      case .notHealthData(let path, let root):
        .notHealthData(path: printable(path), root: printable(root))
      case .exportTooOld(let path): .exportTooOld(path: printable(path))
      }
  }
}
