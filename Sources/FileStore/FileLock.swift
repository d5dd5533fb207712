// SPDX-License-Identifier: MIT

import Glibc

/// A lock that one thread of one process at a time holds, and that a process that dies gives back.
///
/// It is the system's `flock` on a file of its own: a file that is replaced on every change would take a
/// lock on it along. The lock's file stays, for whoever removes one may take it from under somebody who
/// waits; only who has it locked counts.
public struct FileLock: ~Copyable {
  private let descriptor: Int32

  /// Waits for the lock; `nil` when its file can't be made, for which errno says why.
  ///
  /// - Parameter path: the lock's file, which is made; its directory is there.
  public init?(waitingFor path: String) {
    guard let descriptor = Self.open(path, LOCK_EX) else { return nil }
    self.descriptor = descriptor
  }

  /// Takes the lock; `nil` when somebody has it, with errno `EWOULDBLOCK`, or there can be no file.
  ///
  /// - Parameter path: the lock's file, which is made; its directory is there.
  public init?(tryingFor path: String) {
    guard let descriptor = Self.open(path, LOCK_EX | LOCK_NB) else { return nil }
    self.descriptor = descriptor
  }

  // Closing lets go.
  deinit { close(descriptor) }

  // Opened anew each time: descriptors that are shared would let two threads of one process in.
  private static func open(_ path: String, _ operation: Int32) -> Int32? {
    let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return nil }
    while flock(descriptor, operation) != 0 {
      if errno == EINTR { continue }
      let code = errno
      close(descriptor)
      errno = code
      return nil
    }
    return descriptor
  }
}
