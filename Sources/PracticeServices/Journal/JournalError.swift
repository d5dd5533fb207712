// SPDX-License-Identifier: MIT

public import FileStore
import Glibc

/// The reason why the journal can't be read or written; each `code` is the system's errno.
public enum JournalError: Error, Hashable, Sendable {
  /// The directory of the journal can't be made or opened.
  case directoryFailed(path: String, code: Int32)
  /// A file of the journal can't be read.
  case readFailed(path: String, code: Int32)
  /// A record can't be written; `ENOSPC` if the disk is full.
  ///
  /// No part of it remains.
  case writeFailed(path: String, code: Int32)
  /// An entry with the name of a journal file is not a regular file of this user, so it is left
  /// alone.
  case refused(path: String, reason: FileRefusal)
  /// Another process holds the lock, and did not release it in time.
  case held(path: String, holder: String)
  /// Root must not use a journal that another user can change.
  case foreign(PathTrust.Foreign)
}

extension JournalError {
  /// Converts the error of a file into that of a reader.
  init(reading error: FileStoreError) {
    switch error {
    case .refused(let path, let reason): self = .refused(path: path, reason: reason)
    case .directoryFailed(let path, let code): self = .directoryFailed(path: path, code: code)
    case .readFailed(let path, let code): self = .readFailed(path: path, code: code)
    case .createFailed(let path, let code), .writeFailed(let path, let code),
      .replaceFailed(let path, let code), .lockFailed(let path, let code),
      .setAsideFailed(let path, let code):
      self = .readFailed(path: path, code: code)
    case .noHome(let variable): self = .readFailed(path: variable, code: ENOENT)
    case .tooLarge(let path, _): self = .readFailed(path: path, code: EFBIG)
    case .lockHeld(let path, let holder): self = .held(path: path, holder: holder)
    }
  }

  /// Converts the error of a file into that of a writer.
  init(writing error: FileStoreError) {
    switch error {
    case .refused(let path, let reason): self = .refused(path: path, reason: reason)
    case .lockHeld(let path, let holder): self = .held(path: path, holder: holder)
    case .directoryFailed(let path, let code): self = .directoryFailed(path: path, code: code)
    case .readFailed(let path, let code), .createFailed(let path, let code),
      .writeFailed(let path, let code), .replaceFailed(let path, let code),
      .lockFailed(let path, let code), .setAsideFailed(let path, let code):
      self = .writeFailed(path: path, code: code)
    case .noHome(let variable): self = .writeFailed(path: variable, code: ENOENT)
    case .tooLarge(let path, _): self = .writeFailed(path: path, code: EFBIG)
    }
  }
}

extension JournalError: CustomStringConvertible {
  /// The error as one sentence that ends with the remedy.
  public var description: String {
    switch self {
    case .directoryFailed(let path, ELOOP), .readFailed(let path, ELOOP),
      .writeFailed(let path, ELOOP):
      linkLoopText(path)
    case .directoryFailed(let path, let code):
      "\(path): the journal's directory can't be used (\(errorText(code))). "
        + "Make it writable, or set XDG_DATA_HOME to another"
    case .readFailed(let path, let code):
      "\(path): the journal can't be read (\(errorText(code))). Make it readable and try again"
    case .writeFailed(let path, let code):
      "\(path): the practice can't be written down (\(errorText(code))). "
        + (code == ENOSPC || code == EDQUOT ? "Make room" : "Make it writable")
    case .refused(let path, let reason):
      "\(path): \(reason), so it is no file of the journal. Move it away and try again"
    case .held(let path, let holder):
      "\(path): \(holder) has the journal and does not give it back. End it and try again"
    case .foreign(let part):
      "\(part.path): belongs to \(UserName.of(part.owner)) or can be changed by others, and root "
        + "keeps no journal there. Run as \(UserName.of(part.owner)), or set XDG_DATA_HOME to a "
        + "directory of root's"
    }
  }
}
