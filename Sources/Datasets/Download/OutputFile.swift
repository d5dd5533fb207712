// SPDX-License-Identifier: MIT

internal import FileStore
internal import Foundation

/// A file of our own making that is written from front to back, closed with the value.
final class OutputFile {
  let path: String
  private let descriptor: Int32

  /// Opens a file to be appended to; a link in its place is refused.
  ///
  /// - Throws: `DownloadError.fileFailed`.
  convenience init(appendingTo path: String) throws(DownloadError) {
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC
    try self.init(open(path, flags, 0o666), path: path)
  }

  /// Makes a file in an open directory; anything that has its name is refused.
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

  /// Its length now.
  func byteCount() throws(DownloadError) -> Int {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .fileFailed(path: path, code: errno)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .fileFailed(path: path, code: EINVAL)
    }
    return Int(status.st_size)
  }

  /// Writes all of `bytes`.
  ///
  /// - Throws: `DownloadError.fileFailed`, on a full disk too.
  func append(_ bytes: ArraySlice<UInt8>) throws(DownloadError) {
    let code = bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
    guard code == 0 else { throw .fileFailed(path: path, code: code) }
  }

  /// Takes everything out of the file.
  func clear() throws(DownloadError) {
    guard ftruncate(descriptor, 0) == 0 else { throw .fileFailed(path: path, code: errno) }
  }

  /// Waits until the file is on disk.
  func synchronize() throws(DownloadError) {
    guard fsync(descriptor) == 0 else { throw .fileFailed(path: path, code: errno) }
  }
}
