// SPDX-License-Identifier: MIT

import Glibc

/// What the parts of a path are called.
enum FilePath {
  /// The file that a path stands for, behind every symbolic link; itself where there is none.
  static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// The directory of a path.
  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last part of a path.
  static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// Makes a directory and those above it, for this user alone, as the XDG specification asks.
  ///
  /// - Throws: `FileStoreError.directoryFailed` for the first that can't be made.
  static func makeDirectory(_ path: String) throws(FileStoreError) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return try checkDirectory(path) }
    guard errno == ENOENT, parent(of: path) != path else {
      throw .directoryFailed(path: path, code: errno)
    }
    try makeDirectory(parent(of: path))
    // Another process may have been faster.
    if mkdir(path, 0o700) != 0, errno != EEXIST { throw .directoryFailed(path: path, code: errno) }
  }

  private static func checkDirectory(_ path: String) throws(FileStoreError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .directoryFailed(path: path, code: errno) }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw .directoryFailed(path: path, code: ENOTDIR)
    }
  }
}
