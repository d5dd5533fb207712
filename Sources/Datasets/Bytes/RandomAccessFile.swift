// SPDX-License-Identifier: MIT

internal import FileStore
internal import Foundation

/// An open file with reads at any offset.
struct RandomAccessFile: ~Copyable {
  /// The length at the time of opening.
  let size: UInt64
  private let descriptor: Int32

  /// Opens a regular file; other kinds are refused without waiting.
  init(path: String) throws(RandomAccessError) {
    // Without O_NONBLOCK, opening a pipe without a writer would block.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw .openFailed(code: errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.isRegularFile else {
      close(descriptor)
      throw .openFailed(code: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
    }
    self.descriptor = descriptor
    size = UInt64(status.st_size)
  }

  deinit { close(descriptor) }

  /// Reads exactly `count` bytes from `offset` on.
  func read(_ count: Int, at offset: UInt64) throws(RandomAccessError) -> [UInt8] {
    // Checked before the allocation, so that a false length in a header can't exhaust the memory.
    guard offset <= size, UInt64(count) <= size - offset else {
      let actual = offset < size ? Int(size - offset) : 0
      throw .endsEarly(offset: offset, required: count, actual: actual)
    }
    var filled = 0
    let descriptor = descriptor
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      while filled < count {
        guard let start = buffer.baseAddress else { break }
        let got = pread(descriptor, start + filled, count - filled, off_t(offset) + off_t(filled))
        if got > 0 {
          filled += got
        } else if got == 0 || errno != EINTR {
          break
        }
      }
      initialized = filled
    }
    guard filled == count else {
      throw .endsEarly(offset: offset, required: count, actual: filled)
    }
    return bytes
  }
}

/// The reasons why bytes of a file can't be read; each format has its own message.
enum RandomAccessError: Error, Hashable {
  /// The file can't be opened; `code` is the system's errno.
  case openFailed(code: Int32)
  /// The file ends before the required bytes.
  case endsEarly(offset: UInt64, required: Int, actual: Int)
}
