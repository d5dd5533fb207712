// SPDX-License-Identifier: MIT

import Glibc

/// The right to change a file, held by one thread of one process at a time.
///
/// It is the system's `flock` on a file of its own beside the one that is changed, `.NAME.lock`: the
/// file itself is replaced on every change, and a lock on it would go with the old one. The lock file
/// stays, for whoever removes one may take it from under somebody who waits. A process that dies lets
/// go of its locks.
struct FileLock: ~Copyable {
  private let descriptor: Int32

  /// Waits until nobody else holds the lock of `path`.
  ///
  /// - Parameter path: the file that is to be changed; its directory is there.
  /// - Throws: `FileStoreError.lockFailed`.
  init(of path: String) throws(FileStoreError) {
    let place = "\(FilePath.parent(of: path))/.\(FilePath.name(of: path)).lock"
    // Opened anew each time: descriptors that are shared would let two threads of one process in.
    descriptor = open(place, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .lockFailed(path: place, code: errno) }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else {
        let code = errno
        close(descriptor)
        throw .lockFailed(path: place, code: code)
      }
    }
  }

  // Closing lets go.
  deinit { close(descriptor) }
}
