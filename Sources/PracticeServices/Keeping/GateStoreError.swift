// SPDX-License-Identifier: MIT

public import FileStore
import Glibc
public import PracticeGate

/// The reason why the gate's file can't be used.
public enum GateStoreError: Error, Hashable, Sendable {
  /// The file, its directory or its lock can't be opened; `code` is the system's errno.
  case unusable(path: String, code: Int32)
  /// The file can't be written.
  case file(FileStoreError)
  /// A later version of the program wrote the file.
  case refused(path: String, PracticeSnapshot.Refusal)
  /// Another process holds the lock, and did not release it in time.
  case held(path: String, holder: String)
  /// Root must not obey settings that another user can change.
  case foreign(PathTrust.Foreign)
  /// The file holds a lease outside the permitted range.
  case lease(path: String, seconds: Int)
}

extension GateStoreError: CustomStringConvertible {
  /// One sentence for a person, with the remedy at its end.
  public var description: String {
    switch self {
    case .unusable(let path, let code):
      "\(path): can't be used (\(String(cString: strerror(code)))). "
        + "Make it accessible, or set XDG_DATA_HOME to another directory"
    case .file(let error):
      "\(error). Nothing was changed: make room or make it writable, and try again"
    case .refused(let path, let refusal): "\(path): \(refusal)"
    case .held(let path, let holder):
      "\(path): \(holder) has the gate's settings and does not give them back. End it and try again"
    case .foreign(let part):
      "\(part.path): belongs to \(UserName.of(part.owner)) or can be changed by others, and root "
        + "obeys no such settings. Run as \(UserName.of(part.owner)), which needs root for one small "
        + "part alone (tuner gate section --help), or set the gate up in a directory of root's"
    case .lease(let path, let seconds):
      "\(path): a lease of \(seconds) s can't be. Correct leaseSeconds: "
        + "\(GateSettings.leases.lowerBound) to \(GateSettings.leases.upperBound)"
    }
  }
}
