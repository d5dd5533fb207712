// SPDX-License-Identifier: MIT

import Glibc

/// The bytes of a pipe in a temporary file without a name, for formats that need seeking.
enum Spool {
  /// Copies all of `pipe` and returns the file, which is deleted with the last reference to it.
  ///
  /// - Complexity: constant memory, and disk space for the whole pipe.
  static func file(of pipe: InputBytes) throws(AudioFileError) -> InputBytes {
    let descriptor = try unnamedFile()
    var size: Int64 = 0
    var code: Int32?
    pipe.narrow(to: 0, length: nil)
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer in
      while code == nil {
        let count = pipe.read(into: buffer)
        if count == 0 { break }
        code = write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: descriptor)
        size += Int64(count)
      }
    }
    let bytes = InputBytes(owning: descriptor, start: 0, size: size)
    if let failure = pipe.failure { throw .readFailed(code: failure, afterFrames: 0) }
    if let code { throw .spoolFailed(code: code) }
    return bytes
  }

  private static func unnamedFile() throws(AudioFileError) -> Int32 {
    let directory = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(directory)/headstock-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw .spoolFailed(code: errno) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(template)
    return descriptor
  }

  /// Returns the errno of a failure, or `nil`.
  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
    var done = 0
    while done < bytes.count, let start = bytes.baseAddress {
      let count = Glibc.write(descriptor, start + done, bytes.count - done)
      if count >= 0 { done += count } else if errno != EINTR { return errno }
    }
    return nil
  }
}
