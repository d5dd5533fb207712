// SPDX-License-Identifier: MIT

import FileStore
import Glibc

extension FileReplacement {
  /// Removes the temporary files that killed processes left next to a file.
  ///
  /// If a process is killed right after the exchange, such a file can be the only copy of another
  /// program's change. A file that differs from the present one outside the managed sections is
  /// therefore kept, under a name that a person can find.
  static func sweep(
    _ directory: borrowing HeldDirectory, beside name: String,
    olderThan age: Int = HeldDirectory.leftoverAge
  ) {
    let number = directory.descriptor
    let present = contents(name, in: number)
    let worthy = directory.sweep(olderThan: age) { leftover in
      guard let present, let found = contents(leftover, in: number) else { return false }
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

  /// Returns the contents of a file without the managed section; all of them if the section is
  /// damaged.
  private static func contents(_ name: String, in directory: Int32) -> [UInt8]? {
    let descriptor = openat(directory, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard let bytes = all(of: descriptor, expecting: 0) else { return nil }
    guard let found = HostsSection.find(in: bytes), found.section.isIntact,
      let range = found.pieces.first
    else { return bytes }
    return Array(bytes[..<range.lowerBound]) + bytes[range.upperBound...]
  }
}
