// SPDX-License-Identifier: MIT

import Glibc

/// The place of a file under any name: `x`, `./x` and a link to `x` have the same place.
package struct FilePlace: Hashable, Sendable {
  private let device: UInt64
  private let node: UInt64
  /// The name in the directory of these numbers, for a file that does not exist; else `nil`.
  private let name: String?

  /// Finds the place of a file that exists or can be made.
  ///
  /// It is `nil` for a directory, a device or a pipe, which no result replaces, and for a file in a
  /// directory that does not exist.
  ///
  /// - Parameter path: the file.
  package init?(_ path: String) {
    guard let place = Self.place(of: path, links: 40) else { return nil }
    self = place
  }

  private init(_ status: stat, name: String? = nil) {
    device = UInt64(status.st_dev)
    node = UInt64(status.st_ino)
    self.name = name
  }

  /// Follows at most so many links, as the system does.
  private static func place(of path: String, links: Int) -> FilePlace? {
    var status = stat()
    if PathText.withCString(path, { stat($0, &status) }) == 0 {
      return status.isRegularFile ? FilePlace(status) : nil
    }
    let parent = FilePath.parent(of: path)
    if links > 0, let target = target(ofLink: path) {
      return place(
        of: target.hasPrefix("/") ? target : "\(parent)/\(target)", links: links - 1)
    }
    guard PathText.withCString(parent, { stat($0, &status) }) == 0 else { return nil }
    return FilePlace(status, name: FilePath.name(of: path))
  }

  /// Returns the target of a symbolic link; `nil` for another file.
  private static func target(ofLink path: String) -> String? {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let limit = target.count
    let count = PathText.withCString(path) { readlink($0, &target, limit) }
    return count > 0 ? PathText.text(of: target[..<count].map { UInt8(bitPattern: $0) }) : nil
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
