// SPDX-License-Identifier: MIT

internal import FileStore
import Glibc

extension RollingRecorder {
  /// The age from which the file of a session without a sample is removed, in seconds, if its
  /// program has ended.
  private static let scratchSeconds = 600

  /// Creates the file of a session under the name that it has before the first sample.
  ///
  /// - Parameters:
  ///   - layout: the parts of the file.
  ///   - directory: the destination, created if necessary.
  ///   - scratch: the path of the file.
  /// - Returns: a file with the room for all parts.
  /// - Throws: `FileStoreError` when the disk is full or access is denied.
  static func create(
    _ layout: RollingFileLayout, in directory: String, at scratch: String
  ) throws(FileStoreError) -> RandomAccessBytes {
    try UserDirectories.make(directory)
    sweep(directory)
    let descriptor = open(scratch, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .createFailed(path: directory, code: errno) }
    // The lock protects the file from the next session, while this one waits for its first sample.
    _ = flock(descriptor, LOCK_EX | LOCK_NB)
    let bytes = RandomAccessBytes(descriptor: descriptor)
    do throws(WriteError) {
      try reserve(bytes, layout, in: directory)
      try bytes.put(layout.head, at: 0)
      try bytes.put(RollingFileLayout.Counts().words, at: RollingFileLayout.countsOffset)
    } catch {
      unlink(scratch)
      throw .writeFailed(path: directory, code: error.code)
    }
    return bytes
  }

  /// Reserves the room of a file; the last session's record is removed if there is no room for two.
  private static func reserve(
    _ bytes: borrowing RandomAccessBytes, _ layout: RollingFileLayout, in directory: String
  ) throws(WriteError) {
    do throws(WriteError) {
      try bytes.reserve(layout.byteCount)
    } catch {
      guard error.code == ENOSPC || error.code == EDQUOT,
        removeAbandoned(directory + "/" + fileName, minimumAge: 0)
      else { throw error }
      try bytes.reserve(layout.byteCount)
    }
  }

  /// Removes the files of sessions that were killed before their first sample.
  private static func sweep(_ directory: String) {
    guard let entries = opendir(directory) else { return }
    defer { closedir(entries) }
    while let entry = readdir(entries) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasPrefix(scratchPrefix) { removeAbandoned(directory + "/" + name) }
    }
  }

  /// Removes a file if it is old enough and no session has locked it.
  ///
  /// - Returns: true if it is removed.
  @discardableResult
  private static func removeAbandoned(
    _ path: String, minimumAge: Int = scratchSeconds
  ) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var status = stat()
    // A session locks its file only after it has made it, so a new file counts as locked.
    guard fstat(descriptor, &status) == 0, status.isRegularFile,
      time(nil) - status.st_mtim.tv_sec >= minimumAge, flock(descriptor, LOCK_EX | LOCK_NB) == 0
    else { return false }
    return unlink(path) == 0
  }
}
