// SPDX-License-Identifier: MIT

import FileStore
import Glibc

/// The reason why a hosts file was not changed; each `code` is the system's errno.
///
/// The file is unchanged in every case.
public enum HostsFileError: Error, Hashable, Sendable {
  /// The file does not exist.
  case missing(path: String)
  /// The file may not be written, or no file may be made in its directory.
  case notPermitted(path: String)
  /// The path does not name a regular file.
  case notAFile(path: String)
  /// The file can't be read.
  case readFailed(path: String, code: Int32)
  /// The file can't be written; `ENOSPC` if the disk is full.
  case writeFailed(path: String, code: Int32)
  /// Another program changed the file between the reading and the writing.
  case changedMeanwhile(path: String)
  /// No process could be started to remove the section at its end, so the section was not written.
  /// `ECHILD` if one was started and did not answer as a watcher.
  case watcherFailed(path: String, code: Int32)
}

extension HostsFileError: CustomStringConvertible {
  /// The error as one sentence that ends with the remedy.
  public var description: String {
    switch self {
    case .missing(let path):
      "\(path): there is no such file. Make it, or choose another with --hosts-file"
    case .notPermitted(let path):
      "\(path): there is no permission to change it. Run as a user who may, "
        + "or choose another with --hosts-file"
    case .notAFile(let path):
      "\(path): not a regular file. Choose another with --hosts-file"
    case .readFailed(let path, ELOOP), .writeFailed(let path, ELOOP): linkLoopText(path)
    case .readFailed(let path, let code):
      "\(path): can't be read (\(errorText(code))). Make it readable and try again"
    case .writeFailed(let path, let code):
      "\(path): can't be written (\(errorText(code))). " + Self.remedy(code)
    case .changedMeanwhile(let path):
      "\(path): another program changed it at the same moment; its change was kept. Try again"
    case .watcherFailed(let path, ECHILD):
      "\(path): nothing is blocked, since the watch over the lease did not start: its process "
        + "ended without an answer. Check the lock files in the data directory, unset LD_PRELOAD, "
        + "and try again"
    case .watcherFailed(let path, let code):
      "\(path): nothing is blocked, since the watch over the lease can't be started "
        + "(\(errorText(code))). Make room and try again"
    }
  }

  private static func remedy(_ code: Int32) -> String {
    switch WriteFault(code) {
    case .noRoom: "Make room and try again"
    case .isMounted:
      "It is mounted by itself and can't be replaced: choose another with --hosts-file"
    case .other: "Make it writable, or choose another with --hosts-file"
    }
  }
}

extension HostsFileError {
  /// The reason why a file can't be written, as far as it decides about the remedy.
  package enum WriteFault {
    case noRoom, isMounted, other

    /// Takes the system's errno.
    package init(_ code: Int32) {
      self =
        switch code {
        case ENOSPC, EDQUOT: .noRoom
        case EBUSY, EXDEV: .isMounted
        default: .other
        }
    }
  }

  /// Returns the system's words for a `code`.
  package static func systemText(of code: Int32) -> String { errorText(code) }
}
