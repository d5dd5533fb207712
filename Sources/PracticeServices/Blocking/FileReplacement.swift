// SPDX-License-Identifier: MIT

import CLinux
import FileStore
import Glibc

/// Replaces a file that other programs write to as well.
///
/// The new file changes places with the old one in one step, and only then is the old one compared with
/// what was read: a change that came between is found, and put back.
enum FileReplacement {
  /// Reads a regular file whole.
  static func read(_ path: String) throws(HostsFileError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw errno == ENOENT || errno == ENOTDIR
        ? .missing(path: path) : .readFailed(path: path, code: errno)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .readFailed(path: path, code: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
    guard let bytes = all(of: descriptor, expecting: Int(status.st_size)) else {
      throw .readFailed(path: path, code: errno)
    }
    return bytes
  }

  /// Finds out whether a file may be replaced.
  static func check(_ path: String) throws(HostsFileError) {
    let target = FilePath.resolved(path)
    var status = stat()
    guard stat(target, &status) == 0 else { throw .missing(path: path) }
    guard status.st_mode & 0o222 != 0, access(target, W_OK) == 0,
      access(FilePath.parent(of: target), W_OK | X_OK) == 0
    else { throw .notPermitted(path: path) }
  }

  /// Puts `bytes` in the place of a file that must still hold `old`.
  static func replace(
    _ path: String, holding old: [UInt8], with bytes: [UInt8]
  ) throws(HostsFileError) {
    try check(path)
    let target = FilePath.resolved(path)
    let directory = open(FilePath.parent(of: target), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { throw .writeFailed(path: path, code: errno) }
    defer { close(directory) }
    let temporary = ".headstock-\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
    let original = open(target, O_RDONLY | O_CLOEXEC)
    guard original >= 0 else { throw .readFailed(path: path, code: errno) }
    defer { close(original) }
    let descriptor = openat(
      directory, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .writeFailed(path: path, code: errno) }
    defer {
      close(descriptor)
      // The new file before the exchange, the old one after it.
      unlinkat(directory, temporary, 0)
    }
    let code = fill(descriptor, with: bytes, like: original)
    guard code == 0 else {
      throw code == EPERM || code == EACCES
        ? .notPermitted(path: path) : .writeFailed(path: path, code: code)
    }
    let name = FilePath.name(of: target)
    guard headstock_exchange(directory, temporary, name) == 0 else {
      throw .writeFailed(path: path, code: errno)
    }
    guard holds(old, temporary, in: directory) else {
      _ = headstock_exchange(directory, temporary, name)
      throw .changedMeanwhile(path: path)
    }
    _ = fsync(directory)
  }

  // MARK: - Pieces

  /// Writes a file that has the owner, permissions and attributes of another; returns 0 or the errno.
  private static func fill(_ descriptor: Int32, with bytes: [UInt8], like original: Int32) -> Int32
  {
    var status = stat()
    guard fstat(original, &status) == 0 else { return errno }
    let written = bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
    guard written == 0 else { return written }
    // The owner first: changing it clears bits of the mode.
    guard fchown(descriptor, status.st_uid, status.st_gid) == 0 else { return errno }
    guard fchmod(descriptor, status.st_mode & 0o7777) == 0 else { return errno }
    headstock_copy_attributes(original, descriptor)
    return fsync(descriptor) == 0 ? 0 : errno
  }

  private static func holds(_ bytes: [UInt8], _ name: String, in directory: Int32) -> Bool {
    let descriptor = openat(directory, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return all(of: descriptor, expecting: bytes.count) == bytes
  }

  /// Reads to the end; `nil` when that fails.
  private static func all(of descriptor: Int32, expecting size: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: max(size, 0) + 1)
    var filled = 0
    while true {
      let count = bytes.withUnsafeMutableBytes { buffer in
        Glibc.read(descriptor, buffer.baseAddress.map { $0 + filled }, buffer.count - filled)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { return nil }
      if count == 0 { break }
      filled += count
      if filled == bytes.count {
        bytes.append(contentsOf: repeatElement(0, count: bytes.count))
      }
    }
    bytes.removeLast(bytes.count - filled)
    return bytes
  }
}
