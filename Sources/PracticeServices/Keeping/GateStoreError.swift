// SPDX-License-Identifier: MIT

public import FileStore
import Glibc
public import PracticeGate

/// Why the gate's file can't be used.
public enum GateStoreError: Error, Hashable, Sendable {
  /// It, its directory or its lock can't be opened; `code` is the system's errno.
  case unusable(path: String, code: Int32)
  /// It can't be written.
  case file(FileStoreError)
  /// A later program wrote it.
  case refused(path: String, PracticeSnapshot.Refusal)
}

extension GateStoreError: CustomStringConvertible {
  /// One sentence for a person, which ends in the remedy.
  public var description: String {
    switch self {
    case .unusable(let path, let code):
      "\(path): can't be used (\(String(cString: strerror(code)))). "
        + "Make it accessible, or set XDG_DATA_HOME to another directory"
    case .file(let error):
      "\(error). Nothing was changed: make room or make it writable, and try again"
    case .refused(let path, let refusal): "\(path): \(refusal)"
    }
  }
}
