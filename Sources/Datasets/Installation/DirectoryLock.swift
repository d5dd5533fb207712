// SPDX-License-Identifier: MIT

internal import Foundation

/// An exclusive lock on a directory, which ends with the process at the latest.
struct DirectoryLock: ~Copyable {
  private let descriptor: Int32

  /// Makes the directory, and waits until nobody else holds its lock.
  ///
  /// - Parameters:
  ///   - directory: what is locked.
  ///   - whenWaiting: called once before a wait, if there is one.
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

  /// Lets the next one in.
  consuming func release() {}
}
