// SPDX-License-Identifier: MIT

import Archiving
import FileStore
import Glibc

/// A file that only grows, and whose incomplete end can be truncated.
struct AppendedFile: ~Copyable {
  /// The path.
  let path: String
  /// The number of bytes.
  private(set) var count: Int64 = 0

  private let descriptor: Int32
  private var isChanged = false

  /// Opens a file, and creates it if it is missing.
  ///
  /// - Throws: `OutputError.file`.
  init(path: String) throws(OutputError) {
    self.path = path
    descriptor = PathText.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard descriptor >= 0 else { throw .file(.createFailed(path: path, code: errno)) }
    count = Int64(lseek(descriptor, 0, SEEK_END))
    guard count >= 0 else { throw .file(.readFailed(path: path, code: errno)) }
  }

  /// Opens an existing file for reading.
  ///
  /// - Throws: `OutputError.file`.
  init(reading path: String) throws(OutputError) {
    self.path = path
    descriptor = PathText.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .file(.readFailed(path: path, code: errno)) }
    count = Int64(lseek(descriptor, 0, SEEK_END))
  }

  deinit { close(descriptor) }

  /// Appends bytes; after a failure the file has its former length.
  ///
  /// - Throws: `OutputError.file`.
  mutating func append(_ bytes: [UInt8]) throws(OutputError) {
    if bytes.isEmpty { return }
    isChanged = true
    let code = bytes.withUnsafeBufferPointer {
      writeAll(UnsafeRawBufferPointer($0), to: descriptor)
    }
    if code != 0 {
      try? cut(to: count)
      throw .file(.writeFailed(path: path, code: code))
    }
    count += Int64(bytes.count)
  }

  /// Truncates the file.
  ///
  /// - Throws: `OutputError.file`.
  mutating func cut(to count: Int64) throws(OutputError) {
    isChanged = true
    guard ftruncate(descriptor, off_t(count)) == 0, lseek(descriptor, off_t(count), SEEK_SET) >= 0
    else { throw .file(.writeFailed(path: path, code: errno)) }
    self.count = count
  }

  /// Waits until all bytes are on the disk.
  ///
  /// - Throws: `OutputError.file`.
  mutating func sync() throws(OutputError) {
    guard isChanged else { return }
    guard fdatasync(descriptor) == 0 else {
      throw .file(.writeFailed(path: path, code: errno))
    }
    isChanged = false
  }

  /// Passes the bytes of an extent to `take`, block by block.
  ///
  /// - Returns: true if all bytes are there and have the checksum of the extent.
  /// - Throws: the errors of `take`.
  func read<Failure: Error>(
    _ extent: JournalExtent, _ take: (ArraySlice<UInt8>) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    var (offset, checksum) = (extent.offset, CRC32())
    var block = [UInt8](repeating: 0, count: Int(min(extent.count, 1 << 16)))
    while offset < extent.end {
      let wanted = Int(min(Int64(block.count), extent.end - offset))
      let count = pread(descriptor, &block, wanted, off_t(offset))
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return false }
      checksum.add(block[..<count])
      try take(block[..<count])
      offset += Int64(count)
    }
    return checksum.value == extent.checksum
  }

  /// Returns true if the bytes of an extent are there and have its checksum.
  func holds(_ extent: JournalExtent) -> Bool { read(extent) { _ in } }
}
