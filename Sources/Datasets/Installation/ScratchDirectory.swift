// SPDX-License-Identifier: MIT

internal import FileStore
internal import Foundation

/// A temporary directory for an installation on the destination's file system, removed with the
/// value.
struct ScratchDirectory: ~Copyable {
  private static let prefix = ".installing-"

  private let path: String

  /// Creates a directory in `root`, and removes those of killed installations.
  ///
  /// The caller holds the lock on `root`, so nobody else is installing.
  init(in root: String) throws(DatasetError) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    for name in names where name.hasPrefix(Self.prefix) {
      try? FileManager.default.removeItem(atPath: "\(root)/\(name)")
    }
    let path = "\(root)/\(Self.prefix)\(getpid())"
    try FileStep.makeDirectory(path)
    self.path = path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Creates an empty subdirectory.
  func subdirectory(_ name: String) throws(DatasetError) -> String {
    let directory = "\(path)/\(name)"
    try FileStep.makeDirectory(directory)
    return directory
  }

  /// Moves `directory` from inside to `place`; an existing directory there is removed on success.
  func replace(_ place: String, with directory: String) throws(DatasetError) {
    var status = stat()
    guard lstat(place, &status) == 0 else { return try FileStep.rename(directory, to: place) }
    let replaced = "\(path)/replaced"
    try FileStep.rename(place, to: replaced)
    do {
      try FileStep.rename(directory, to: place)
    } catch {
      try? FileStep.rename(replaced, to: place)
      throw error
    }
  }
}

/// An exclusive lock on a directory, released with the value or the process.
struct DirectoryLock: ~Copyable {
  private let descriptor: Int32

  /// Creates the directory, and waits for its lock.
  ///
  /// - Parameters:
  ///   - directory: the directory to lock.
  ///   - whenWaiting: called once before a wait.
  /// - Throws: `DatasetError.fileFailed`.
  init(_ directory: String, whenWaiting: () -> Void = {}) throws(DatasetError) {
    try FileStep.makeDirectory(directory)
    let path = directory + "/.lock"
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .fileFailed(path: path, code: errno) }
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { whenWaiting() }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else {
        let code = errno
        close(descriptor)
        throw .fileFailed(path: path, code: code)
      }
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Releases the lock.
  consuming func release() {}
}

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
    guard status.isRegularFile else { throw .fileFailed(path: old, code: EINVAL) }
    try rename(old, to: new)
  }
}
