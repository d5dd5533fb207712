// SPDX-License-Identifier: MIT

import Glibc

/// Makes directories that only their owner can look into.
enum DirectoryMaking {
  /// Makes a directory and those above it that are missing.
  ///
  /// - Returns: `nil` when it is there, else the errno.
  static func make(_ path: String) -> Int32? {
    if mkdir(path, 0o700) == 0 { return nil }
    if errno == EEXIST {
      var status = stat()
      guard stat(path, &status) == 0 else { return errno }
      return status.st_mode & S_IFMT == S_IFDIR ? nil : ENOTDIR
    }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
      return errno
    }
    if let code = make(String(path[..<slash])) { return code }
    return mkdir(path, 0o700) == 0 || errno == EEXIST ? nil : errno
  }
}
