// SPDX-License-Identifier: MIT

import CLinux
import FileStore
import Glibc

/// Replaces a file that other programs also write.
///
/// It exchanges the new and the old file atomically and then compares the old file with the bytes
/// that were read. If another program changed the file in between, it puts that file back.
enum FileReplacement {
  /// Reads the whole of a regular file.
  static func read(_ path: String) throws(HostsFileError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw errno == ENOENT || errno == ENOTDIR
        ? .missing(path: path) : .readFailed(path: path, code: errno)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .readFailed(path: path, code: errno) }
    guard status.isRegularFile else { throw .notAFile(path: path) }
    guard let bytes = all(of: descriptor, expecting: Int(status.st_size)) else {
      throw .readFailed(path: path, code: errno)
    }
    return bytes
  }

  /// Checks that a file may be replaced.
  static func check(_ path: String) throws(HostsFileError) {
    let target = FilePath.resolved(path)
    var status = stat()
    guard stat(target, &status) == 0 else { throw .missing(path: path) }
    guard status.st_mode & 0o222 != 0, access(target, W_OK) == 0,
      access(FilePath.parent(of: target), W_OK | X_OK) == 0
    else { throw .notPermitted(path: path) }
  }

  /// Replaces a file by `bytes`, provided that it still holds `old`.
  static func replace(
    _ path: String, holding old: [UInt8], with bytes: [UInt8]
  ) throws(HostsFileError) {
    try check(path)
    let target = FilePath.resolved(path)
    let name = FilePath.name(of: target)
    let directory = try parent(of: target, at: path)
    sweep(directory, beside: name)
    let original = openat(
      directory.descriptor, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard original >= 0 else { throw .readFailed(path: path, code: errno) }
    defer { close(original) }
    // The old file has a temporary name for a moment. This lock keeps a sweep from removing it.
    flock(original, LOCK_SH | LOCK_NB)
    guard var file = TemporaryFile(in: directory.descriptor, mode: 0o600) else {
      throw .writeFailed(path: path, code: errno)
    }
    let code = fill(file.descriptor, with: bytes, like: original)
    guard code == 0 else {
      throw code == EPERM || code == EACCES
        ? .notPermitted(path: path) : .writeFailed(path: path, code: code)
    }
    guard let temporary = file.named() else { throw .writeFailed(path: path, code: errno) }
    try exchange(&file, temporary, with: name, holding: old, in: directory, of: path)
    _ = directory.synchronise()
  }

  private static func parent(
    of target: String, at path: String
  ) throws(HostsFileError) -> HeldDirectory {
    do throws(FileStoreError) {
      return try HeldDirectory(path: FilePath.parent(of: target))
    } catch {
      throw .writeFailed(path: path, code: error.code ?? EIO)
    }
  }

  /// Exchanges the new and the old file, and puts the old file back if it was changed.
  private static func exchange(
    _ file: inout TemporaryFile, _ temporary: String, with name: String, holding old: [UInt8],
    in directory: borrowing HeldDirectory, of path: String
  ) throws(HostsFileError) {
    let number = directory.descriptor
    guard headstock_exchange(number, temporary, name) == 0 else {
      guard [EINVAL, ENOSYS, EOPNOTSUPP].contains(errno) else {
        throw .writeFailed(path: path, code: errno)
      }
      return try rename(&file, temporary, over: name, holding: old, in: directory, of: path)
    }
    // From here on the temporary name belongs to the old file.
    guard !holds(old, temporary, in: number) else { return }
    guard headstock_exchange(number, temporary, name) == 0 else {
      // The other program's change stays under the temporary name; the next sweep keeps it.
      let code = errno
      file.keep()
      throw .writeFailed(path: path, code: code)
    }
    throw .changedMeanwhile(path: path)
  }

  /// Renames over a file if the file system can't exchange two files: the old file keeps a second
  /// name until it has been compared.
  private static func rename(
    _ file: inout TemporaryFile, _ temporary: String, over name: String, holding old: [UInt8],
    in directory: borrowing HeldDirectory, of path: String
  ) throws(HostsFileError) {
    let number = directory.descriptor
    guard let second = TemporaryFile.secondName(of: name, in: number) else {
      throw .writeFailed(path: path, code: errno)
    }
    guard holds(old, second, in: number), isSame(second, name, in: number) else {
      unlinkat(number, second, 0)
      throw .changedMeanwhile(path: path)
    }
    guard renameat(number, temporary, number, name) == 0 else {
      let code = errno
      unlinkat(number, second, 0)
      throw .writeFailed(path: path, code: code)
    }
    file.keep()
    guard holds(old, second, in: number) else {
      // The file was written between the comparison and the renaming: the other program's change is
      // kept.
      guard renameat(number, second, number, name) == 0 else {
        throw .writeFailed(path: path, code: errno)
      }
      throw .changedMeanwhile(path: path)
    }
    unlinkat(number, second, 0)
  }

  private static func isSame(_ first: String, _ second: String, in directory: Int32) -> Bool {
    var (one, other) = (stat(), stat())
    return fstatat(directory, first, &one, AT_SYMLINK_NOFOLLOW) == 0
      && fstatat(directory, second, &other, AT_SYMLINK_NOFOLLOW) == 0
      && one.st_dev == other.st_dev && one.st_ino == other.st_ino
  }

  // MARK: - Pieces

  /// Writes a file with the owner, permissions and attributes of another; returns 0 or the errno.
  private static func fill(_ descriptor: Int32, with bytes: [UInt8], like original: Int32) -> Int32
  {
    var status = stat()
    guard fstat(original, &status) == 0 else { return errno }
    let written = bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
    guard written == 0 else { return written }
    // Sets the owner first, because a change of owner clears bits of the mode.
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

  /// Reads to the end of the file; returns `nil` on failure.
  static func all(of descriptor: Int32, expecting size: Int) -> [UInt8]? {
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
