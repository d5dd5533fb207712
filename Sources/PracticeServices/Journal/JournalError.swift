// SPDX-License-Identifier: MIT

import Glibc

/// Why the journal can't be kept or read; each `code` is the system's errno.
public enum JournalError: Error, Hashable, Sendable {
  /// Its directory can't be made or opened.
  case directoryFailed(path: String, code: Int32)
  /// A file of it can't be read.
  case readFailed(path: String, code: Int32)
  /// A record can't be written; a full disk is `ENOSPC`. Nothing of it is left behind.
  case writeFailed(path: String, code: Int32)
}

extension JournalError: CustomStringConvertible {
  /// One sentence for a person, which ends in the remedy.
  public var description: String {
    switch self {
    case .directoryFailed(let path, let code):
      "\(path): the journal's directory can't be used (\(Self.text(code))). "
        + "Make it writable, or set XDG_DATA_HOME to another"
    case .readFailed(let path, let code):
      "\(path): the journal can't be read (\(Self.text(code))). Make it readable and try again"
    case .writeFailed(let path, let code):
      "\(path): the practice can't be written down (\(Self.text(code))). "
        + (code == ENOSPC || code == EDQUOT ? "Make room" : "Make it writable")
    }
  }

  private static func text(_ code: Int32) -> String { String(cString: strerror(code)) }
}
