// SPDX-License-Identifier: MIT

internal import FileStore
internal import Foundation

/// Single file operations with typed errors.
enum FileStep {
  /// Creates a directory and its parents.
  static func makeDirectory(_ path: String) throws(DatasetError) {
    let code = FilePath.makeDirectory(path, mode: 0o777)
    if code != 0 { throw .fileFailed(path: path, code: code) }
  }

  /// Moves a file or directory within one file system.
  static func rename(_ old: String, to new: String) throws(DatasetError) {
    guard Foundation.rename(old, new) == 0 else { throw .fileFailed(path: new, code: errno) }
  }

  /// Moves a regular file within one file system; a link or a directory is refused.
  static func renamePlainFile(_ old: String, to new: String) throws(DatasetError) {
    var status = stat()
    guard lstat(old, &status) == 0 else { throw .fileFailed(path: old, code: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .fileFailed(path: old, code: EINVAL) }
    try rename(old, to: new)
  }
}
