// SPDX-License-Identifier: MIT

import FileStore
import Glibc

extension FileReplacement {
  /// Removes what killed processes left beside a file.
  ///
  /// A process that was killed at the worst moment has left the only copy of another program's change:
  /// a file that says something else than the present one, sections aside, is kept under a name that a
  /// person finds.
  static func sweep(
    _ directory: borrowing HeldDirectory, beside name: String, of path: String,
    olderThan age: Int = HeldDirectory.leftoverAge
  ) {
    let number = directory.descriptor
    let present = contents(name, in: number, of: path)
    let worthy = directory.sweep(olderThan: age) { leftover in
      guard let present, let found = contents(leftover, in: number, of: path) else { return false }
      return found == present
    }
    for leftover in worthy {
      for count in 1...999 {
        let kept = "\(name).headstock-kept-\(count)"
        if faccessat(number, kept, F_OK, AT_SYMLINK_NOFOLLOW) == 0 { continue }
        _ = renameat(number, leftover, number, kept)
        break
      }
    }
  }

  /// What a file says without the managed section; all of it where the section is damaged.
  private static func contents(
    _ name: String, in directory: Int32, of path: String
  ) -> [UInt8]? {
    let descriptor = openat(directory, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard let bytes = all(of: descriptor, expecting: 0) else { return nil }
    guard let found = try? HostsSection.find(in: bytes, of: path) else { return bytes }
    return Array(bytes[..<found.range.lowerBound]) + bytes[found.range.upperBound...]
  }
}
