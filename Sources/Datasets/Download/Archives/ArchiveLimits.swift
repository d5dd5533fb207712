// SPDX-License-Identifier: MIT

/// The limits on the contents of an archive, so that a small archive can't fill a disk.
package struct ArchiveLimits: Hashable, Sendable {
  /// The number of members, including directories.
  package let entryCount: Int
  /// The total length of all members in bytes, including skipped ones.
  package let byteCount: Int

  /// Makes limits.
  package init(entryCount: Int, byteCount: Int) {
    self.entryCount = entryCount
    self.byteCount = byteCount
  }
}
