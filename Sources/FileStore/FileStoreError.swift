// SPDX-License-Identifier: MIT

import Glibc

/// Why something can't be kept in a file; each case with a `code` carries the system's errno.
public enum FileStoreError: Error, Hashable, Sendable {
  /// There is no home directory to derive a place from.
  case noHome(variable: String)
  /// The directory of a file can't be opened or made.
  case directoryFailed(path: String, code: Int32)
  /// A file that is there can't be read.
  case readFailed(path: String, code: Int32)
  /// A file is larger than any that is meant.
  case tooLarge(path: String, required: ClosedRange<Int>)
  /// The right to change a file can't be had.
  case lockFailed(path: String, code: Int32)
  /// Somebody else has that right, and did not give it back in time.
  case lockHeld(path: String, holder: String)
  /// What is there is not this user's own file, and is left alone.
  case refused(path: String, reason: FileRefusal)
  /// A file can't be given another name.
  case setAsideFailed(path: String, code: Int32)
  /// The file can't be created.
  case createFailed(path: String, code: Int32)
  /// Its contents can't be written; a full disk is `ENOSPC`.
  case writeFailed(path: String, code: Int32)
  /// It can't be put in its place.
  case replaceFailed(path: String, code: Int32)

  /// The system's errno; `nil` where the system was not asked.
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

extension FileStoreError: CustomStringConvertible {
  /// One sentence for a person, which ends in the remedy when there is one.
  public var description: String {
    switch self {
    case .noHome(let variable):
      "there is no home directory to keep files in. Set HOME or \(variable)"
    case .directoryFailed(let path, let code):
      "\(path): the directory can't be used (\(Self.text(code)))"
    case .readFailed(let path, let code): "\(path): can't be read (\(Self.text(code)))"
    case .tooLarge(let path, let required):
      "\(path): is over \(required.upperBound) bytes. Choose another file"
    case .lockFailed(let path, let code): "\(path): can't be locked (\(Self.text(code)))"
    case .lockHeld(let path, let holder):
      "\(path): \(holder) holds the lock. End it, or try again when it is done"
    case .refused(let path, let reason):
      "\(path): \(reason), and is left alone. Move it away"
    case .setAsideFailed(let path, let code):
      "\(path): can't be set aside (\(Self.text(code)))"
    case .createFailed(let path, let code): "\(path): can't be created (\(Self.text(code)))"
    case .writeFailed(let path, let code): "\(path): can't be written (\(Self.text(code)))"
    case .replaceFailed(let path, let code):
      "\(path): can't be put in its place (\(Self.text(code)))"
    }
  }

  private static func text(_ code: Int32) -> String { String(cString: strerror(code)) }

  /// Says why a lock was not had, right after it was not.
  ///
  /// - Parameters:
  ///   - path: the lock's file.
  ///   - code: the errno.
  /// - Returns: the error, with the holder where there is one.
  public static func unlocked(path: String, code: Int32) -> FileStoreError {
    code == EWOULDBLOCK
      ? .lockHeld(path: path, holder: FileLock.holder(of: path))
      : .lockFailed(path: path, code: code)
  }
}
