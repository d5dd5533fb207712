// SPDX-License-Identifier: MIT

/// A file that can't be read or written, and the reason.
struct FileFailure: Error, CustomStringConvertible {
  /// The file, as messages name it.
  let file: String
  /// The reason and the remedy.
  let reason: String

  var description: String { "\(file): \(reason)" }
}
