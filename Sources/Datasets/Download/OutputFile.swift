// SPDX-License-Identifier: MIT

internal import FileStore
internal import Foundation

/// A file that is written sequentially, and closed with the value.
final class OutputFile {
  let path: String
  private let descriptor: Int32

  /// Opens a file for appending; a symbolic link is refused.
  ///
  /// - Throws: `DownloadError.fileFailed`.
  convenience init(appendingTo path: String) throws(DownloadError) {
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC
    try self.init(open(path, flags, 0o666), path: path)
  }

  /// Creates a file in an open directory; an existing file is refused.
  ///
  /// - Throws: `DownloadError.fileFailed`.
  convenience init(making name: String, in directory: Int32, path: String) throws(DownloadError) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    try self.init(openat(directory, name, flags, 0o666), path: path)
  }

  private init(_ descriptor: Int32, path: String) throws(DownloadError) {
    guard descriptor >= 0 else { throw .fileFailed(path: path, code: errno) }
    self.path = path
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Returns the current length.
  func byteCount() throws(DownloadError) -> Int {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .fileFailed(path: path, code: errno)
    }
    guard status.isRegularFile else {
      throw .fileFailed(path: path, code: EINVAL)
    }
    return Int(status.st_size)
  }

  /// Writes all of `bytes`.
  ///
  /// - Throws: `DownloadError.fileFailed`, also for a full disk.
  func append(_ bytes: ArraySlice<UInt8>) throws(DownloadError) {
    let code = bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
    guard code == 0 else { throw .fileFailed(path: path, code: code) }
  }

  /// Truncates the file.
  func clear() throws(DownloadError) {
    guard ftruncate(descriptor, 0) == 0 else { throw .fileFailed(path: path, code: errno) }
  }

  /// Flushes the file to disk.
  func synchronize() throws(DownloadError) {
    guard fsync(descriptor) == 0 else { throw .fileFailed(path: path, code: errno) }
  }
}

/// The free space of a file system.
enum FreeSpace {
  /// Throws unless the file system has enough free space.
  ///
  /// - Parameters:
  ///   - required: the bytes to be written.
  ///   - directory: an existing directory of the file system.
  /// - Throws: `DownloadError.noSpace`.
  static func require(_ required: Int, in directory: String) throws(DownloadError) {
    guard let available = available(in: directory), available < required else { return }
    throw .noSpace(path: directory, required: required, available: available)
  }

  /// Returns the free space for an unprivileged user in bytes; `nil` if the system does not report
  /// it.
  private static func available(in directory: String) -> Int? {
    var status = statvfs()
    guard statvfs(directory, &status) == 0 else { return nil }
    let (bytes, overflow) = Int(status.f_bavail).multipliedReportingOverflow(
      by: Int(status.f_frsize))
    return overflow ? nil : bytes
  }
}
