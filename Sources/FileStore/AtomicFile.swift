// SPDX-License-Identifier: MIT

import Glibc

/// A file that appears whole or not at all.
///
/// Bytes go to a temporary file in the same directory, which `commit()` puts on disk and renames over
/// the old one. A value that goes out of scope without it leaves nothing behind and the old file as it
/// was; where the file system can, the temporary file has no name until then, so that not even a
/// killed process leaves one.
///
/// A name that stands for a device or a pipe (`/dev/null`, a FIFO) is written to directly: there is
/// nothing to replace.
public struct AtomicFile: ~Copyable {
  /// Where the file will be.
  public let path: String

  private let descriptor: Int32
  private let directory: Int32
  private var temporaryName: String?
  private let isDirect: Bool
  private var isCommitted = false

  /// Opens a temporary file beside `path`.
  ///
  /// The new file has the permissions of the one it replaces, else those of the process's mask.
  /// A symbolic link is followed: the file it points to is replaced, and the link stays.
  ///
  /// - Throws: `FileStoreError.directoryFailed` or `.createFailed`.
  public init(path: String) throws(FileStoreError) {
    let opening = try Self.open(path)
    self.path = opening.path
    descriptor = opening.descriptor
    directory = opening.directory
    temporaryName = opening.temporaryName
    isDirect = opening.directory < 0
  }

  deinit {
    close(descriptor)
    if let temporaryName, !isCommitted { unlinkat(directory, temporaryName, 0) }
    if directory >= 0 { close(directory) }
  }

  /// Appends `bytes`.
  ///
  /// - Throws: `FileStoreError.writeFailed`; the file it would replace is still whole.
  public mutating func write(_ bytes: UnsafeRawBufferPointer) throws(FileStoreError) {
    var rest = bytes
    while let start = rest.baseAddress, rest.count > 0 {
      let count = Glibc.write(descriptor, start, rest.count)
      if count >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if errno != EINTR {
        throw .writeFailed(path: path, code: errno)
      }
    }
  }

  /// Appends `text` as UTF-8.
  ///
  /// - Throws: `FileStoreError.writeFailed`; the file it would replace is still whole.
  public mutating func write(_ text: String) throws(FileStoreError) {
    try write(Array(text.utf8))
  }

  /// Appends `bytes`.
  ///
  /// - Throws: `FileStoreError.writeFailed`; the file it would replace is still whole.
  public mutating func write(_ bytes: [UInt8]) throws(FileStoreError) {
    var failure: FileStoreError?
    bytes.withUnsafeBytes { buffer in
      do throws(FileStoreError) { try write(buffer) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Puts the file in its place: on disk first, then under its name.
  ///
  /// - Throws: `FileStoreError.writeFailed` when the disk refuses, `.replaceFailed` when the name
  ///   does; the file it would replace is still whole.
  public consuming func commit() throws(FileStoreError) {
    if isDirect { return }
    guard fsync(descriptor) == 0 else { throw .writeFailed(path: path, code: errno) }
    if temporaryName == nil {
      guard let name = Self.link(descriptor, in: directory) else {
        throw .replaceFailed(path: path, code: errno)
      }
      temporaryName = name
    }
    guard let temporaryName,
      renameat(directory, temporaryName, directory, FilePath.name(of: path)) == 0
    else { throw .replaceFailed(path: path, code: errno) }
    isCommitted = true
    // The name is on disk only when its directory is; a file system that can't say so is not asked
    // twice.
    _ = fsync(directory)
  }

  // MARK: - Opening

  private struct Opening {
    var path: String
    var descriptor: Int32
    /// Negative where there is nothing to replace.
    var directory: Int32 = -1
    var temporaryName: String?
  }

  private static func open(_ path: String) throws(FileStoreError) -> Opening {
    let target = FilePath.resolved(path)
    var status = stat()
    let exists = stat(target, &status) == 0
    if exists, status.st_mode & S_IFMT == S_IFDIR {
      throw .createFailed(path: path, code: EISDIR)
    }
    if exists, status.st_mode & S_IFMT != S_IFREG {
      let descriptor = Glibc.open(target, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw .createFailed(path: path, code: errno) }
      return Opening(path: target, descriptor: descriptor)
    }
    let directory = Glibc.open(FilePath.parent(of: target), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else {
      throw .directoryFailed(path: FilePath.parent(of: target), code: errno)
    }
    let temporary = openTemporary(in: directory, mode: exists ? status.st_mode & 0o7777 : nil)
    guard temporary.descriptor >= 0 else {
      let code = errno
      close(directory)
      throw .createFailed(path: path, code: code)
    }
    return Opening(
      path: target, descriptor: temporary.descriptor, directory: directory,
      temporaryName: temporary.name)
  }

  // MARK: - Temporary files

  // O_TMPFILE of <fcntl.h>, which Swift can't import: a compound macro. The same on all of Linux.
  private static let nameless = 0o20_000_000 | O_DIRECTORY

  /// Opens a file without a name, or with a random one where the file system needs it.
  private static func openTemporary(
    in directory: Int32, mode: mode_t?
  ) -> (descriptor: Int32, name: String?) {
    var descriptor = openat(directory, ".", nameless | O_WRONLY | O_CLOEXEC, 0o666)
    var name: String?
    if descriptor < 0, errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL {
      (descriptor, name) = withRandomName { candidate in
        openat(directory, candidate, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o666)
      }
    }
    if descriptor >= 0, let mode { fchmod(descriptor, mode) }
    return (descriptor, name)
  }

  /// Gives an open file without a name a random one.
  private static func link(_ descriptor: Int32, in directory: Int32) -> String? {
    withRandomName { candidate in
      linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", directory, candidate, AT_SYMLINK_FOLLOW)
    }.name
  }

  /// Tries random names until `make` finds one that is free.
  private static func withRandomName(_ make: (String) -> Int32) -> (result: Int32, name: String?) {
    for _ in 0..<100 {
      let name = ".headstock-\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
      let result = make(name)
      if result >= 0 { return (result, name) }
      if errno != EEXIST { break }
    }
    return (-1, nil)
  }
}
