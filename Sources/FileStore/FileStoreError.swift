// SPDX-License-Identifier: MIT

import Glibc

/// The reason why a file can't be stored; each `code` is the system's errno.
public enum FileStoreError: Error, Hashable, Sendable {
  /// There is no home directory from which to derive the place.
  case noHome(variable: String)
  /// The directory of the file can't be opened or made.
  case directoryFailed(path: String, code: Int32)
  /// The file exists and can't be read.
  case readFailed(path: String, code: Int32)
  /// The file is larger than the largest permitted size.
  case tooLarge(path: String, required: ClosedRange<Int>)
  /// The lock file can't be made or locked.
  case lockFailed(path: String, code: Int32)
  /// Another process holds the lock, and did not release it in time.
  case lockHeld(path: String, holder: String)
  /// The entry is not a regular file of this user, so it is left alone.
  case refused(path: String, reason: FileRefusal)
  /// The file can't be renamed.
  case setAsideFailed(path: String, code: Int32)
  /// The file can't be created.
  case createFailed(path: String, code: Int32)
  /// The contents can't be written; `ENOSPC` when the disk is full.
  case writeFailed(path: String, code: Int32)
  /// The file can't be renamed to its final name.
  case replaceFailed(path: String, code: Int32)

  /// The system's errno; `nil` for an error that no system call reported.
  public var code: Int32? {
    switch self {
    case .noHome, .tooLarge, .lockHeld, .refused: nil
    case .readFailed(_, let code), .lockFailed(_, let code), .setAsideFailed(_, let code),
      .directoryFailed(_, let code), .createFailed(_, let code), .writeFailed(_, let code),
      .replaceFailed(_, let code):
      code
    }
  }
}

extension FileStoreError {
  /// The path whose symbolic links form a loop; `nil` for any other error.
  package var linkLoop: String? {
    switch self {
    case .directoryFailed(let path, ELOOP), .readFailed(let path, ELOOP),
      .createFailed(let path, ELOOP):
      path
    case .noHome, .directoryFailed, .readFailed, .tooLarge, .lockFailed, .lockHeld, .refused,
      .setAsideFailed, .createFailed, .writeFailed, .replaceFailed:
      nil
    }
  }
}

extension FileStoreError: CustomStringConvertible {
  /// One sentence for a person, with the remedy at its end where there is one.
  public var description: String {
    if let path = linkLoop { return linkLoopText(path) }
    return switch self {
    case .noHome(let variable):
      "there is no home directory to keep files in. Set HOME or \(variable)"
    case .directoryFailed(let path, let code):
      "\(path): the directory can't be used (\(errorText(code)))"
    case .readFailed(let path, let code): "\(path): can't be read (\(errorText(code)))"
    case .tooLarge(let path, let required):
      "\(path): is over \(required.upperBound) bytes. Choose another file"
    case .lockFailed(let path, let code): "\(path): can't be locked (\(errorText(code)))"
    case .lockHeld(let path, let holder):
      "\(path): \(holder) holds the lock. End it, or try again when it is done"
    case .refused(let path, let reason):
      "\(path): \(reason), and is left alone. Move it away"
    case .setAsideFailed(let path, let code):
      "\(path): can't be set aside (\(errorText(code)))"
    case .createFailed(let path, let code): "\(path): can't be created (\(errorText(code)))"
    case .writeFailed(let path, let code): "\(path): can't be written (\(errorText(code)))"
    case .replaceFailed(let path, let code):
      "\(path): can't be put in its place (\(errorText(code)))"
    }
  }

  /// Returns the error for a lock that was just refused.
  ///
  /// - Parameters:
  ///   - path: the lock file.
  ///   - code: the errno.
  /// - Returns: the error, with the holder of the lock where there is one.
  public static func unlocked(path: String, code: Int32) -> FileStoreError {
    code == EWOULDBLOCK
      ? .lockHeld(path: path, holder: FileLock.holder(of: path))
      : .lockFailed(path: path, code: code)
  }
}
