// SPDX-License-Identifier: MIT

import Glibc

/// Standard output, for results and nothing else.
enum StandardOutput {
  /// Writes all of `text` at once.
  ///
  /// - Throws: `ExitStatus.closedPipe` when nobody reads any more, `OutputError` when it can't be
  ///   written.
  static func write(_ text: String) throws {
    var text = text
    try text.withUTF8 { try write(UnsafeRawBufferPointer($0)) }
  }

  static func write(_ bytes: UnsafeRawBufferPointer) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = Glibc.write(
        STDOUT_FILENO, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if written >= 0 {
        rest = rest.dropFirst(written)
      } else if errno == EPIPE {
        throw ExitStatus.closedPipe
      } else if errno != EINTR {
        throw OutputError.cannotWrite(place: "standard output", code: errno)
      }
    }
  }
}

/// Standard error, for everything that is not a result.
enum StandardError {
  /// Writes `text`; when even that fails there is nobody left to tell.
  static func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)[...]
      while !rest.isEmpty {
        let written = Glibc.write(
          STDERR_FILENO, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if written < 0, errno != EINTR { return }
        rest = rest.dropFirst(max(0, written))
      }
    }
  }
}
