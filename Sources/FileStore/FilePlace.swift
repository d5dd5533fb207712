// SPDX-License-Identifier: MIT

import Glibc

/// The place of a file under any name: `x`, `./x` and a link to `x` have the same place.
package struct FilePlace: Hashable, Sendable {
  private let device: UInt64
  private let node: UInt64
  /// The name in the directory of these numbers, for a file that does not exist; else `nil`.
  private let name: PathKey?

  /// Finds the place of a file that exists or can be made.
  ///
  /// It is `nil` for a directory, a device or a pipe, which no result replaces, for a circle of links,
  /// and for a file in a directory that does not exist.
  ///
  /// - Parameter path: the file.
  package init?(_ path: String) {
    var status = stat()
    if PathText.withCString(path, { stat($0, &status) }) == 0 {
      guard status.isRegularFile else { return nil }
      self.init(status)
      return
    }
    guard errno == ENOENT else { return nil }
    let target = FilePath.resolved(path)
    guard PathText.withCString(FilePath.parent(of: target), { stat($0, &status) }) == 0 else {
      return nil
    }
    self.init(status, name: FilePath.name(of: target))
  }

  private init(_ status: stat, name: String? = nil) {
    device = UInt64(status.st_dev)
    node = UInt64(status.st_ino)
    self.name = name.map { PathKey($0) }
  }

  /// Returns the first two files that have the same place; `nil` if each has its own.
  ///
  /// - Parameter files: the options that name the files, and the files; `nil` for an option that is
  ///   not given.
  /// - Returns: the two options.
  package static func shared(
    by files: [(option: String, path: String?)]
  ) -> (first: String, second: String)? {
    var options: [FilePlace: String] = [:]
    for (option, path) in files {
      guard let place = path.flatMap({ FilePlace($0) }) else { continue }
      if let first = options.updateValue(option, forKey: place) { return (first, option) }
    }
    return nil
  }
}
