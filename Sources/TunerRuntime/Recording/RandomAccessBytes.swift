// SPDX-License-Identifier: MIT

import Glibc

/// A file with reads and writes at offsets.
struct RandomAccessBytes: ~Copyable {
  /// The error of a write; `code` is the system's errno.
  struct WriteError: Error, Hashable { let code: CInt }

  let descriptor: CInt

  deinit { close(descriptor) }

  /// Gives the file a size and, if its file system can, the room for all of its bytes.
  ///
  /// With the room, a disk that becomes full later does not end the writes.
  ///
  /// - Throws: ``WriteError`` when the disk has less room.
  borrowing func reserve(_ byteCount: Int) throws(WriteError) {
    guard ftruncate(descriptor, off_t(byteCount)) == 0 else { throw WriteError(code: errno) }
    while true {
      switch posix_fallocate(descriptor, 0, off_t(byteCount)) {
      case EINTR: continue
      case 0, EOPNOTSUPP, EINVAL, ENODEV: return
      case let code: throw WriteError(code: code)
      }
    }
  }

  /// Writes all of `bytes`.
  ///
  /// - Throws: ``WriteError``; a part may be written then.
  borrowing func put(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(WriteError) {
    let code = transfer(bytes.count) { done in
      pwrite(
        descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset + done))
    }
    if code != 0 { throw WriteError(code: code) }
  }

  /// Writes all of `items`.
  ///
  /// - Throws: ``WriteError``; a part may be written then.
  borrowing func put<Item: BitwiseCopyable>(_ items: [Item], at offset: Int) throws(WriteError) {
    try items.withUnsafeBufferPointer { items throws(WriteError) in
      try put(UnsafeRawBufferPointer(items), at: offset)
    }
  }

  /// Reads `count` items; `nil` when the file has fewer.
  borrowing func items<Item: BitwiseCopyable>(
    _ count: Int, repeating zero: Item, at offset: Int
  ) -> [Item]? {
    var items = [Item](repeating: zero, count: count)
    let code = items.withUnsafeMutableBytes { bytes in
      transfer(bytes.count) { done in
        pread(
          descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset + done))
      }
    }
    return code == 0 ? items : nil
  }

  /// Repeats a system call until all bytes are transferred.
  ///
  /// - Parameters:
  ///   - byteCount: the number of bytes.
  ///   - step: makes the call for the bytes after the first `done`, and returns its result.
  /// - Returns: 0, or the system's errno; `EIO` if a call transfers nothing.
  private borrowing func transfer(_ byteCount: Int, _ step: (_ done: Int) -> Int) -> CInt {
    var done = 0
    while done < byteCount {
      let count = step(done)
      if count > 0 {
        done += count
      } else if count == 0 || errno != EINTR {
        return count == 0 ? EIO : errno
      }
    }
    return 0
  }
}
