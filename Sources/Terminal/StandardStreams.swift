// SPDX-License-Identifier: MIT

import Glibc

/// Standard output, for results and nothing else.
public enum StandardOutput {
  /// Writes all of `text` at once.
  ///
  /// - Throws: `ExitStatus.closedPipe` when nobody reads any more, else `StreamError`.
  public static func write(_ text: String) throws {
    var text = text
    try text.withUTF8 { try write(UnsafeRawBufferPointer($0)) }
  }

  /// Writes all of `bytes` at once.
  ///
  /// - Throws: as `write(_:)` of a text.
  public static func write(_ bytes: UnsafeRawBufferPointer) throws {
    let code = writeAll(bytes, to: STDOUT_FILENO)
    if code == EPIPE { throw ExitStatus.closedPipe }
    if code != 0 { throw StreamError(code: code) }
  }
}

/// Standard error, for everything that is not a result.
public enum StandardError {
  /// Writes `text`; when even that fails there is nobody left to tell.
  public static func write(_ text: String) {
    var text = text
    text.withUTF8 { _ = writeAll(UnsafeRawBufferPointer($0), to: STDERR_FILENO) }
  }
}

/// Why standard output can't be written.
public struct StreamError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system's errno.
  public let code: Int32

  /// One sentence for a person, with the remedy.
  public var description: String {
    "standard output can't be written (\(String(cString: strerror(code)))). "
      + "Make room, or choose another place with -o"
  }
}

/// Writes everything, however often the system takes only a part; returns 0 or the errno.
private func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
  var rest = bytes
  while let start = rest.baseAddress, rest.count > 0 {
    let count = write(descriptor, start, rest.count)
    if count >= 0 {
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    } else if errno != EINTR {
      return errno
    }
  }
  return 0
}
