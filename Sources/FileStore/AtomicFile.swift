// SPDX-License-Identifier: MIT

import Glibc

/// A file that is replaced as a whole or not at all.
///
/// Bytes go to a temporary file in the same directory. `commit()` writes that file to disk and
/// renames it over the old one. A value that goes out of scope without `commit()` leaves the old
/// file unchanged and removes the temporary one. Where the file system supports it, the temporary
/// file has no name before `commit()`, so that even a killed process leaves nothing behind.
///
/// A device or a pipe (`/dev/null`, a FIFO) is written to directly, because it can't be replaced.
public struct AtomicFile: ~Copyable {
  /// The path of the file.
  public let path: String

  /// The descriptor of the new contents, for a library that writes to one.
  ///
  /// It is open until the value goes out of scope.
  package let descriptor: Int32

  private let directory: Int32
  /// The descriptor of a device or a pipe; negative for a file that is replaced.
  private let direct: Int32
  private var temporary: TemporaryFile?
  private let name: String

  /// Opens a temporary file beside `path`.
  ///
  /// The new file has the permissions of the file that it replaces, or else those that the
  /// process's mask allows. A symbolic link is followed: its target is replaced or made, and the
  /// link stays.
  ///
  /// - Throws: `FileStoreError.directoryFailed` or `.createFailed`.
  public init(path: String) throws(FileStoreError) {
    let target = FilePath.resolved(path)
    var status = stat()
    let exists = PathText.withCString(target) { stat($0, &status) } == 0
    // Links in a circle have no target, and a name that is too long has no file.
    if !exists, errno == ELOOP || errno == ENAMETOOLONG {
      throw .createFailed(path: path, code: errno)
    }
    if exists, status.st_mode & S_IFMT == S_IFDIR {
      throw .createFailed(path: path, code: EISDIR)
    }
    let isDirect = exists && !status.isRegularFile
    var direct: Int32 = -1
    var directory: Int32 = -1
    var temporary: TemporaryFile?
    if isDirect {
      direct = PathText.open(target, O_WRONLY | O_CLOEXEC)
      guard direct >= 0 else { throw .createFailed(path: path, code: errno) }
    } else {
      let parent = FilePath.parent(of: target)
      directory = PathText.open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard directory >= 0 else { throw .directoryFailed(path: parent, code: errno) }
      temporary = try Self.temporary(
        in: directory, of: path, mode: exists ? status.st_mode & 0o7777 : nil)
    }
    self.init(
      path: target, name: FilePath.name(of: target), directory: directory, direct: direct,
      temporary: temporary)
  }

  /// Opens a temporary file for a name in an open directory.
  ///
  /// The entry of that name is itself replaced, even a symbolic link or a pipe; it is never written
  /// to.
  ///
  /// - Throws: `FileStoreError.directoryFailed` or `.createFailed`.
  public init(named name: String, in directory: borrowing HeldDirectory) throws(FileStoreError) {
    let path = "\(directory.path)/\(name)"
    var status = stat()
    let code = PathText.withCString(name) {
      fstatat(directory.descriptor, $0, &status, AT_SYMLINK_NOFOLLOW)
    }
    let isFile = code == 0 && status.isRegularFile
    let number = openat(directory.descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { throw .directoryFailed(path: directory.path, code: errno) }
    let temporary = try Self.temporary(
      in: number, of: path, mode: isFile ? status.st_mode & 0o7777 : 0o600)
    self.init(path: path, name: name, directory: number, direct: -1, temporary: temporary)
  }

  private init(
    path: String, name: String, directory: Int32, direct: Int32,
    temporary: consuming TemporaryFile?
  ) {
    self.path = path
    self.name = name
    self.directory = directory
    self.direct = direct
    descriptor = temporary?.descriptor ?? direct
    self.temporary = temporary
  }

  deinit {
    if direct >= 0 { close(direct) }
    if directory >= 0 { close(directory) }
  }

  /// Appends `bytes`.
  ///
  /// - Throws: `FileStoreError.writeFailed`; the old file is then unchanged.
  public mutating func write(_ bytes: UnsafeRawBufferPointer) throws(FileStoreError) {
    let code = writeAll(bytes, to: descriptor)
    guard code == 0 else { throw .writeFailed(path: path, code: code) }
  }

  /// Appends `text` as UTF-8.
  ///
  /// - Throws: `FileStoreError.writeFailed`; the old file is then unchanged.
  public mutating func write(_ text: String) throws(FileStoreError) {
    try write(Array(text.utf8))
  }

  /// Appends `bytes`.
  ///
  /// - Throws: `FileStoreError.writeFailed`; the old file is then unchanged.
  public mutating func write(_ bytes: [UInt8]) throws(FileStoreError) {
    var failure: FileStoreError?
    bytes.withUnsafeBytes { buffer in
      do throws(FileStoreError) { try write(buffer) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Writes the file to disk, and then gives it its name.
  ///
  /// - Throws: `FileStoreError.writeFailed` when the write to disk fails, `.replaceFailed` when the
  ///   renaming fails; the old file is then unchanged.
  public consuming func commit() throws(FileStoreError) {
    guard direct < 0 else { return }
    guard fsync(descriptor) == 0 else { throw .writeFailed(path: path, code: errno) }
    guard let temporaryName = temporary?.named(),
      PathText.withCString(name, { renameat(directory, temporaryName, directory, $0) }) == 0
    else { throw .replaceFailed(path: path, code: errno) }
    temporary?.keep()
    // The name is on disk only when its directory is. A failure here is ignored: some file systems
    // can't synchronise a directory.
    _ = fsync(directory)
  }

  private static func temporary(
    in directory: Int32, of path: String, mode: mode_t?
  ) throws(FileStoreError) -> TemporaryFile {
    guard let file = TemporaryFile(in: directory) else {
      let code = errno
      close(directory)
      throw .createFailed(path: path, code: code)
    }
    if let mode { fchmod(file.descriptor, mode) }
    return file
  }
}
