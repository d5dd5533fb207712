// SPDX-License-Identifier: MIT

import Glibc

/// Why a hosts file was not changed; each `code` is the system's errno.
///
/// The file is as it was in every case.
public enum HostsFileError: Error, Hashable, Sendable {
  /// There is no such file.
  case missing(path: String)
  /// It may not be written, or a file of its directory may not.
  case notPermitted(path: String)
  /// It is no regular file.
  case notAFile(path: String)
  /// It can't be read.
  case readFailed(path: String, code: Int32)
  /// It can't be written; a full disk is `ENOSPC`.
  case writeFailed(path: String, code: Int32)
  /// Another program changed it between the reading and the writing.
  case changedMeanwhile(path: String)
  /// The markers in these lines are not as this program leaves them.
  case damaged(path: String, lines: [Int])
  /// Nobody would take the section out at its end, so none was written.
  case unwatched(path: String, code: Int32)
}

extension HostsFileError: CustomStringConvertible {
  /// One sentence for a person, which ends in the remedy.
  public var description: String {
    switch self {
    case .missing(let path):
      "\(path): there is no such file. Make it, or choose another with --hosts-file"
    case .notPermitted(let path):
      "\(path): there is no permission to change it. Run as a user who may, "
        + "or choose another with --hosts-file"
    case .notAFile(let path):
      "\(path): not a regular file. Choose another with --hosts-file"
    case .readFailed(let path, let code):
      "\(path): can't be read (\(Self.text(code))). Make it readable and try again"
    case .writeFailed(let path, let code):
      "\(path): can't be written (\(Self.text(code))). " + Self.remedy(code)
    case .changedMeanwhile(let path):
      "\(path): another program changed it at the same moment; its change was kept. Try again"
    case .damaged(let path, let lines):
      "\(path): the markers of the managed section were changed "
        + "(line \(lines.map(String.init).joined(separator: ", "))). "
        + "Take the section out with an editor, from # BEGIN to # END, and try again"
    case .unwatched(let path, let code):
      "\(path): nothing is blocked, since the watch over the lease can't be started "
        + "(\(Self.text(code))). Make room and try again"
    }
  }

  private static func text(_ code: Int32) -> String { String(cString: strerror(code)) }

  private static func remedy(_ code: Int32) -> String {
    switch code {
    case ENOSPC, EDQUOT: "Make room and try again"
    case EBUSY, EXDEV:
      "It is mounted by itself and can't be replaced: choose another with --hosts-file"
    default: "Make it writable, or choose another with --hosts-file"
    }
  }
}
