// SPDX-License-Identifier: MIT

import Glibc

/// A lock that one thread of one process holds at a time; the system releases it when a process
/// dies.
///
/// The lock is the system's `flock` on a separate file, because a file that is replaced on every
/// change would lose its lock. The lock file is never removed: another process may be waiting on
/// it. Its existence means nothing; only the lock on it counts.
public struct FileLock: ~Copyable {
  private let descriptor: Int32

  /// The default time to wait for a lock, in seconds.
  public static let timeout = 5.0

  /// Waits for the lock; `nil` when it can't be had, with the reason in errno.
  ///
  /// The errno is `EWOULDBLOCK` if another process kept the lock; any other says why the file can't
  /// be made.
  ///
  /// - Parameters:
  ///   - path: the lock file, which is made when it is missing; its directory must exist.
  ///   - timeout: the time to wait, in seconds.
  public init?(waitingFor path: String, atMost timeout: Double = FileLock.timeout) {
    guard let descriptor = Self.open(path, timeout: timeout) else { return nil }
    self.descriptor = descriptor
  }

  /// Takes the lock without waiting; `nil` when it can't be had, with the reason in errno.
  ///
  /// The errno is `EWOULDBLOCK` if the lock is held; any other says why the file can't be made.
  ///
  /// - Parameter path: the lock file, which is made when it is missing; its directory must exist.
  public init?(tryingFor path: String) {
    guard let descriptor = Self.open(path, timeout: 0) else { return nil }
    self.descriptor = descriptor
  }

  // Closing the descriptor releases the lock.
  deinit { close(descriptor) }

  // Each lock opens the file again: a shared descriptor would admit two threads of one process.
  private static func open(_ path: String, timeout: Double) -> Int32? {
    let descriptor = PathText.open(
      path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { return nil }
    let deadline = ContinuousClock.now + .seconds(timeout)
    var pause: Int32 = 1
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      if code == EINTR { continue }
      if code == EWOULDBLOCK, ContinuousClock.now < deadline {
        // The wait of flock(2) is unbounded: if the holder is stopped, it never ends.
        poll(nil, 0, pause)
        pause = min(2 * pause, 16)
        continue
      }
      close(descriptor)
      errno = code
      return nil
    }
    return descriptor
  }
}

extension FileLock {
  /// Returns the holder of a lock from the kernel's list of locks.
  ///
  /// - Parameter path: the lock file.
  /// - Returns: for example `process 4711 (tuner)`; `another process` when it is unknown.
  public static func holder(of path: String) -> String {
    var status = stat()
    guard PathText.withCString(path, { stat($0, &status) }) == 0,
      let list = fopen("/proc/locks", "re")
    else {
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
        let process = Int(fields[4]), process > 0,
        isOnDevice(of: status, fields[5]) || holds(process, status)
      else { continue }
      return "process \(process)" + (name(of: process).map { " (\($0))" } ?? "")
    }
    return "another process"
  }

  /// Returns true if a file in the kernel's list, such as `00:2f:1234`, is on the device of another.
  ///
  /// Files on different devices can have the same inode number.
  private static func isOnDevice(of status: stat, _ file: String) -> Bool {
    let numbers = file.split(separator: ":").map { UInt64($0, radix: 16) }
    let device = UInt64(status.st_dev)
    let major = (device >> 8) & 0xFFF | (device >> 32) & ~0xFFF
    let minor = device & 0xFF | (device >> 12) & ~0xFF
    return numbers.count == 3 && numbers[0] == major && numbers[1] == minor
  }

  /// Returns true if a process has a file open.
  ///
  /// Some file systems show another device to programs than the kernel's list.
  private static func holds(_ process: Int, _ status: stat) -> Bool {
    let directory = "/proc/\(process)/fd"
    return (PathText.names(in: directory) ?? []).contains { name in
      var other = stat()
      return stat("\(directory)/\(name)", &other) == 0
        && (other.st_dev, other.st_ino) == (status.st_dev, status.st_ino)
    }
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
