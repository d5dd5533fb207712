// SPDX-License-Identifier: MIT

import FileStore
import Glibc

/// Standard output, for results and nothing else.
public enum StandardOutput {
  // Whoever reads a pipe gets the bytes as they are; a person gets what steers no terminal.
  private static let isTerminal = isatty(STDOUT_FILENO) == 1

  /// Writes all of `text` at once; to a terminal, with nothing in it that steers one.
  ///
  /// - Parameter text: any text.
  /// - Throws: `ExitStatus.closedPipe` when nobody reads any more, else `StreamError`.
  public static func write(_ text: String) throws {
    try draw(isTerminal ? printableLines(text) : text)
  }

  /// Writes all of `bytes` at once; to a terminal, with nothing in them that steers one.
  ///
  /// - Parameter bytes: any bytes.
  /// - Throws: as `write(_:)` of a text.
  public static func write(_ bytes: UnsafeRawBufferPointer) throws {
    guard isTerminal else { return try send(bytes) }
    try write(String(decoding: bytes, as: UTF8.self))
  }

  /// Writes all of `sequence` as it is: for what is meant to steer the terminal.
  ///
  /// - Parameter sequence: text of the program's own, with nothing in it from outside.
  /// - Throws: as `write(_:)` of a text.
  public static func draw(_ sequence: String) throws {
    var sequence = sequence
    try sequence.withUTF8 { try send(UnsafeRawBufferPointer($0)) }
  }

  private static func send(_ bytes: UnsafeRawBufferPointer) throws {
    let code = writeAll(bytes, to: STDOUT_FILENO)
    if code == EPIPE { throw ExitStatus.closedPipe }
    if code != 0 { throw StreamError(code: code) }
  }
}

/// Standard error, for everything that is not a result.
public enum StandardError {
  /// Writes `text` with nothing in it that steers a terminal; when even that fails there is nobody
  /// left to tell.
  ///
  /// - Parameter text: any text.
  public static func write(_ text: String) { draw(printableLines(text)) }

  /// Writes all of `sequence` as it is: for what is meant to steer the terminal.
  ///
  /// - Parameter sequence: text of the program's own, with nothing in it from outside.
  public static func draw(_ sequence: String) {
    var sequence = sequence
    sequence.withUTF8 { _ = writeAll(UnsafeRawBufferPointer($0), to: STDERR_FILENO) }
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
