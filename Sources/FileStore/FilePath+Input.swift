// SPDX-License-Identifier: MIT

package import Glibc

extension FilePath {
  /// The path that stands for standard input.
  package static let standardInput = "-"

  /// Returns the name of an input in messages and records.
  ///
  /// - Parameter path: a path, or `-`.
  /// - Returns: the path, or "standard input".
  package static func inputName(_ path: String) -> String {
    path == standardInput ? "standard input" : path
  }

  /// Returns the status of a regular file, which can be read a second time.
  ///
  /// - Parameter path: a path, whose links are followed, or `-`.
  /// - Returns: `nil` for standard input, for a path of another kind, and if there is none.
  package static func regularFile(_ path: String) -> stat? {
    var status = stat()
    guard path != standardInput, PathText.withCString(path, { stat($0, &status) }) == 0,
      status.isRegularFile
    else { return nil }
    return status
  }
}

extension stat {
  /// True for a regular file, in contrast to a directory, a pipe, a link or a device.
  package var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }
}
