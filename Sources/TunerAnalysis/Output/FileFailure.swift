// SPDX-License-Identifier: MIT

/// A file that can't be read or written, and the reason.
struct FileFailure: Error, CustomStringConvertible {
  /// The name of the file in messages.
  let file: String
  /// The reason and the remedy.
  let reason: String

  var description: String { "\(file): \(reason)" }
}
