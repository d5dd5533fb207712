// SPDX-License-Identifier: MIT

import Glibc

/// Paths as text.
///
/// A path of Linux is a sequence of bytes, which need not be UTF-8.
///
/// A byte b that is not part of valid UTF-8 becomes the scalar U+10FE00 + b of a private-use plane,
/// and becomes b again where the path is used. The bytes of a name that has such a scalar itself
/// are treated in the same way, so that every name comes back unchanged.
package enum PathText {
  private static let base: UInt32 = 0x10FE00
  private static let scalars = (base + 0x80)...(base + 0xFF)

  /// Returns the byte that a scalar stands for; `nil` for any other scalar.
  package static func byte(of scalar: Unicode.Scalar) -> UInt8? {
    scalars.contains(scalar.value) ? UInt8(scalar.value - base) : nil
  }

  /// Returns the text of a path.
  ///
  /// - Parameter bytes: the bytes of the path, without NUL.
  /// - Returns: the bytes as UTF-8, with scalars for the rest.
  package static func text(of bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self), !hasBytes(text) { return text }
    var text = ""
    var place = 0
    while place < bytes.count {
      let end = min(place + length(after: bytes[place]), bytes.count)
      if let part = String(validating: bytes[place..<end], as: UTF8.self), !hasBytes(part) {
        text += part
        place = end
      } else {
        text.unicodeScalars.append(scalar(of: bytes[place]))
        place += 1
      }
    }
    return text
  }

  /// Returns the bytes of a path without NUL.
  package static func bytes(of text: String) -> [UInt8] {
    guard hasBytes(text) else { return Array(text.utf8) }
    return text.unicodeScalars.flatMap { scalar in
      byte(of: scalar).map { [$0] } ?? Array(String(scalar).utf8)
    }
  }

  /// Opens a file by its path.
  ///
  /// - Parameters:
  ///   - path: the path.
  ///   - flags: those of open(2).
  ///   - mode: the permissions of a new file.
  /// - Returns: the descriptor; −1 with `errno` for a failure.
  package static func open(_ path: String, _ flags: Int32, _ mode: UInt32 = 0) -> Int32 {
    withCString(path) { Glibc.open($0, flags, mode) }
  }

  /// Calls `body` with the path as a C string.
  package static func withCString<Result>(
    _ text: String, _ body: (UnsafePointer<CChar>) -> Result
  ) -> Result {
    guard hasBytes(text) else { return text.withCString(body) }
    return (bytes(of: text) + [0]).map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { preconditionFailure("A path ends with NUL.") }
      return body(start)
    }
  }

  /// Returns the arguments of the process, without the name of the program.
  package static var arguments: [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { argument in
        text(of: Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument))))
      }
    }
  }

  /// Returns the names in a directory, without `.` and `..`; `nil` if it can't be read.
  package static func names(in path: String) -> [String]? {
    guard let directory = withCString(path, { opendir($0) }) else { return nil }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        let start = UnsafeRawPointer(name)
        let count = strlen(start.assumingMemoryBound(to: CChar.self))
        return text(of: Array(UnsafeRawBufferPointer(start: start, count: count)))
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  private static func hasBytes(_ text: String) -> Bool {
    text.unicodeScalars.contains { byte(of: $0) != nil }
  }

  private static func scalar(of byte: UInt8) -> Unicode.Scalar {
    // The scalars of the plane are no surrogates.
    Unicode.Scalar(base + UInt32(byte)) ?? "\u{FFFD}"
  }

  /// Returns the number of bytes of a scalar in UTF-8 by its first byte (RFC 3629, §3).
  private static func length(after first: UInt8) -> Int {
    switch first {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }
}
