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

  private let directory: Int32
  /// Negative where there is something to replace.
  private let direct: Int32
  private var temporary: TemporaryFile?
  private let name: String

  /// Opens a temporary file beside `path`.
  ///
  /// The new file has the permissions of the one it replaces, else those of the process's mask.
  /// A symbolic link is followed: the file it points to is replaced, and the link stays.
  ///
  /// - Throws: `FileStoreError.directoryFailed` or `.createFailed`.
  public init(path: String) throws(FileStoreError) {
    let target = FilePath.resolved(path)
    var status = stat()
    let exists = stat(target, &status) == 0
    if exists, status.st_mode & S_IFMT == S_IFDIR {
      throw .createFailed(path: path, code: EISDIR)
    }
    let isDirect = exists && status.st_mode & S_IFMT != S_IFREG
    var direct: Int32 = -1
    var directory: Int32 = -1
    var temporary: TemporaryFile?
    if isDirect {
      direct = Glibc.open(target, O_WRONLY | O_CLOEXEC)
      guard direct >= 0 else { throw .createFailed(path: path, code: errno) }
    } else {
      let parent = FilePath.parent(of: target)
      directory = Glibc.open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard directory >= 0 else { throw .directoryFailed(path: parent, code: errno) }
      temporary = try Self.temporary(
        in: directory, of: path, mode: exists ? status.st_mode & 0o7777 : nil)
    }
    self.init(
      path: target, name: FilePath.name(of: target), directory: directory, direct: direct,
      temporary: temporary)
  }

  /// Opens a temporary file for a name in a directory that is held.
  ///
  /// What has that name is replaced itself, be it a symbolic link or a pipe, and never written to.
  ///
  /// - Parameters:
  ///   - name: the name.
  ///   - directory: the directory.
  /// - Throws: `FileStoreError.directoryFailed` or `.createFailed`.
  public init(named name: String, in directory: borrowing HeldDirectory) throws(FileStoreError) {
    let path = "\(directory.path)/\(name)"
    var status = stat()
    let isFile =
      fstatat(directory.descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0
      && status.st_mode & S_IFMT == S_IFREG
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
    self.temporary = temporary
  }

  deinit {
    if direct >= 0 { close(direct) }
    if directory >= 0 { close(directory) }
  }

  /// Appends `bytes`.
  ///
  /// - Throws: `FileStoreError.writeFailed`; the file it would replace is still whole.
  public mutating func write(_ bytes: UnsafeRawBufferPointer) throws(FileStoreError) {
    let code = writeAll(bytes, to: temporary?.descriptor ?? direct)
    guard code == 0 else { throw .writeFailed(path: path, code: code) }
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
    guard direct < 0 else { return }
    let descriptor = temporary?.descriptor ?? -1
    guard fsync(descriptor) == 0 else { throw .writeFailed(path: path, code: errno) }
    guard let temporaryName = temporary?.named(),
      renameat(directory, temporaryName, directory, name) == 0
    else { throw .replaceFailed(path: path, code: errno) }
    temporary?.keep()
    // The name is on disk only when its directory is; a file system that can't say so is not asked
    // twice.
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
