// SPDX-License-Identifier: MIT

internal import Glibc

/// Writes all of some bytes, however often the system takes only a part.
///
/// - Parameters:
///   - bytes: what to write.
///   - descriptor: an open file that can be written.
/// - Returns: 0, or the errno of what went wrong.
public func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
  var rest = bytes
  while let start = rest.baseAddress, rest.count > 0 {
    let count = write(descriptor, start, rest.count)
    if count > 0 {
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    } else if count == 0 {
      // Nothing was taken and nothing was wrong: asking again could go on for ever.
      return EIO
    } else if errno != EINTR {
      return errno
    }
  }
  return 0
}
