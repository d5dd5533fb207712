// SPDX-License-Identifier: MIT

internal import Glibc

/// Writes all bytes, even if the system accepts only a part at a time.
///
/// - Parameters:
///   - bytes: the bytes to write.
///   - descriptor: a descriptor that is open for writing.
/// - Returns: 0, or the errno of what went wrong.
public func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
  var rest = bytes
  while let start = rest.baseAddress, rest.count > 0 {
    let count = write(descriptor, start, rest.count)
    if count > 0 {
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    } else if count == 0 {
      // The system accepted nothing and reported no error, so another attempt might never end.
      return EIO
    } else if errno != EINTR {
      return errno
    }
  }
  return 0
}
