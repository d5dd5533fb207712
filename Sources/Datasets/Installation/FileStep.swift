// SPDX-License-Identifier: MIT

internal import Foundation

/// Single steps in the file system, with typed errors.
enum FileStep {
  /// Makes a directory and those above it.
  static func makeDirectory(_ path: String) throws(DatasetError) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw .fileFailed(path: path, code: errno == 0 ? EIO : errno)
    }
  }

  /// Moves a file or directory within one file system.
  static func rename(_ old: String, to new: String) throws(DatasetError) {
    guard Foundation.rename(old, new) == 0 else { throw .fileFailed(path: new, code: errno) }
  }
}
