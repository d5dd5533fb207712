// SPDX-License-Identifier: MIT

public import FileStore
import Glibc
public import PracticeGate

/// A repository of the gate's document: a file, or memory for a dry run.
public protocol GateRepository: Sendable {
  /// Reads the document, lets `change` change it, and stores the result.
  ///
  /// No other process can read or write the document meanwhile.
  ///
  /// - Parameter change: receives the document, `nil` if there is none, and a flag. The flag is
  ///   true if the document may differ from the last one. `change` returns the document to store,
  ///   or `nil` to leave the stored one.
  /// - Throws: `GateFileError`; the stored document is then unchanged.
  func update(
    _ change: (_ document: GateDocument?, _ isOther: Bool) -> GateDocument?
  ) throws(GateFileError)
}

/// A document in the memory of this process.
public final class GateMemory: GateRepository, @unchecked Sendable {
  private var document: GateDocument?
  private var isOther = true

  /// Makes a repository of a document.
  public init(_ document: GateDocument?) { self.document = document }

  /// Passes the document to `change`, and holds the result.
  public func update(
    _ change: (_ document: GateDocument?, _ isOther: Bool) -> GateDocument?
  ) throws(GateFileError) {
    if let changed = change(document, isOther) { document = changed }
    isOther = false
  }
}

/// The reason why the gate's file can't be used.
public enum GateFileError: Error, Hashable, Sendable {
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

extension GateFileError {
  /// The path whose symbolic links form a loop; `nil` for any other error.
  package var linkLoop: String? {
    switch self {
    case .unusable(let path, ELOOP): path
    case .file(let error): error.linkLoop
    case .unusable, .refused, .held, .foreign, .lease: nil
    }
  }
}

extension GateFileError: CustomStringConvertible {
  /// The error as one sentence that ends with the remedy.
  public var description: String {
    if let path = linkLoop { return linkLoopText(path) }
    return switch self {
    case .unusable(let path, let code):
      "\(path): can't be used (\(errorText(code))). "
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
