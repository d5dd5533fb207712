// SPDX-License-Identifier: MIT

internal import Foundation

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
