// SPDX-License-Identifier: MIT

/// The limits on the contents of an archive, so that a small archive can't fill a disk.
public struct ArchiveLimits: Hashable, Sendable {
  /// The number of members, including directories.
  public let entryCount: Int
  /// The total length of all members in bytes, including skipped ones.
  public let byteCount: Int

  /// Makes limits.
  public init(entryCount: Int, byteCount: Int) {
    self.entryCount = entryCount
    self.byteCount = byteCount
  }
}
