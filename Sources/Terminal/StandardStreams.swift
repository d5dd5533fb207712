// SPDX-License-Identifier: MIT

import FileStore
import Glibc

/// Standard output, which carries results only.
package enum StandardOutput {
  // True for a terminal, for which control characters are escaped; a pipe receives all bytes
  // unchanged.
  private static let isTerminal = isatty(STDOUT_FILENO) == 1

  /// Writes all of `text` at once, with control characters escaped for a terminal.
  ///
  /// - Throws: `ExitStatus.closedPipe` when the reader has closed the pipe, else `StreamError`.
  package static func write(_ text: String) throws {
    try draw(isTerminal ? printableLines(text) : text)
  }

  /// Writes all of `bytes` at once, with control characters escaped for a terminal.
  ///
  /// - Throws: as `write(_:)` of a text.
  package static func write(_ bytes: UnsafeRawBufferPointer) throws {
    guard isTerminal else { return try send(bytes) }
    try write(String(decoding: bytes, as: UTF8.self))
  }

  /// Writes text like `write(_:)`, or nothing if the reader has closed the pipe.
  ///
  /// It is for commands that have more to do than to print: files, or a verdict as exit status.
  ///
  /// - Throws: `StreamError`.
  package static func writeIfRead(_ text: String) throws {
    do { try write(text) } catch ExitStatus.closedPipe {}
  }

  /// Writes bytes like `write(_:)`.
  ///
  /// - Parameters:
  ///   - bytes: the bytes.
  ///   - outlivesReader: true to write nothing if the reader has closed the pipe.
  /// - Throws: as `write(_:)`.
  package static func write(_ bytes: [UInt8], outlivesReader: Bool) throws {
    do {
      try bytes.withUnsafeBytes { try write($0) }
    } catch ExitStatus.closedPipe where outlivesReader {}
  }

  /// Writes a control sequence unchanged.
  ///
  /// - Parameter sequence: text of the program itself, without external input.
  /// - Throws: as `write(_:)` of a text.
  package static func draw(_ sequence: String) throws {
    var sequence = sequence
    try sequence.withUTF8 { try send(UnsafeRawBufferPointer($0)) }
  }

  private static func send(_ bytes: UnsafeRawBufferPointer) throws {
    let code = writeAll(bytes, to: STDOUT_FILENO)
    if code == EPIPE { throw ExitStatus.closedPipe }
    if code != 0 { throw StreamError(code: code) }
  }
}

/// Standard error, which carries everything but results.
package enum StandardError {
  /// Writes `text` with control characters escaped, and ignores failures.
  package static func write(_ text: String) { draw(printableLines(text)) }

  /// Writes a line like `write(_:)`, if standard error accepts text now.
  ///
  /// A reader that has stalled must not delay the end of the program.
  package static func writeWithoutWaiting(_ line: String) {
    var output = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    if poll(&output, 1, 0) > 0 { write(line) }
  }

  /// Writes a control sequence unchanged.
  ///
  /// - Parameter sequence: text of the program itself, without external input.
  package static func draw(_ sequence: String) {
    var sequence = sequence
    sequence.withUTF8 { _ = writeAll(UnsafeRawBufferPointer($0), to: STDERR_FILENO) }
  }
}

/// The error of a failed write to standard output.
package struct StreamError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system's errno.
  package let code: Int32

  /// One sentence for a person, with the remedy.
  package var description: String {
    "standard output can't be written (\(errorText(code))). "
      + "Make room, or write to another place"
  }
}
