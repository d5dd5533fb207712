// SPDX-License-Identifier: MIT

import Glibc

/// A lock that one thread of one process at a time holds, and that a process that dies gives back.
///
/// It is the system's `flock` on a file of its own: a file that is replaced on every change would take a
/// lock on it along. The lock's file stays, for whoever removes one may take it from under somebody who
/// waits; only who has it locked counts.
public struct FileLock: ~Copyable {
  private let descriptor: Int32

  /// How long a lock is waited for that nobody gave another time, in seconds.
  public static let patience = 5.0

  /// Waits for the lock; `nil` when its file can't be made, for which errno says why, or somebody else
  /// has it all the time: `EWOULDBLOCK`.
  ///
  /// - Parameters:
  ///   - path: the lock's file, which is made; its directory is there.
  ///   - patience: how long it is waited for, in seconds.
  public init?(waitingFor path: String, atMost patience: Double = FileLock.patience) {
    guard let descriptor = Self.open(path, patience: patience) else { return nil }
    self.descriptor = descriptor
  }

  /// Takes the lock; `nil` when somebody has it, with errno `EWOULDBLOCK`, or there can be no file.
  ///
  /// - Parameter path: the lock's file, which is made; its directory is there.
  public init?(tryingFor path: String) {
    guard let descriptor = Self.open(path, patience: 0) else { return nil }
    self.descriptor = descriptor
  }

  // Closing lets go.
  deinit { close(descriptor) }

  // Opened anew each time: descriptors that are shared would let two threads of one process in.
  private static func open(_ path: String, patience: Double) -> Int32? {
    let descriptor = Glibc.open(
      path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { return nil }
    let deadline = ContinuousClock.now + .seconds(patience)
    var pause: Int32 = 1
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      var code = errno
      if code == EINTR { continue }
      if code == EWOULDBLOCK, ContinuousClock.now < deadline {
        // The system's own waiting has no end: a stopped process would be waited for.
        poll(nil, 0, pause)
        pause = min(2 * pause, 16)
        continue
      }
      if code == EAGAIN { code = EWOULDBLOCK }
      close(descriptor)
      errno = code
      return nil
    }
    return descriptor
  }
}

extension FileLock {
  /// Says who has a lock, as the kernel lists it.
  ///
  /// - Parameter path: the lock's file.
  /// - Returns: for example `process 4711 (tuner)`; `another process` where it can't be known.
  public static func holder(of path: String) -> String {
    var status = stat()
    guard stat(path, &status) == 0, let list = fopen("/proc/locks", "re") else {
      return "another process"
    }
    defer { fclose(list) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), list) != nil {
      // 1: FLOCK  ADVISORY  WRITE 4711 00:2f:1234 0 EOF
      let fields = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }.split(separator: 0x20)
        .map { String(decoding: $0, as: UTF8.self) }
      guard fields.count >= 6, fields[1] == "FLOCK",
        fields[5].split(separator: ":").last.map(String.init) == "\(status.st_ino)",
        let process = Int(fields[4]), process > 0
      else { continue }
      return "process \(process)" + (name(of: process).map { " (\($0))" } ?? "")
    }
    return "another process"
  }

  private static func name(of process: Int) -> String? {
    guard let file = fopen("/proc/\(process)/comm", "re") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 64)
    guard fgets(&line, Int32(line.count), file) != nil else { return nil }
    let bytes = line.prefix { $0 != 0 && $0 != 0x0A }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
