// SPDX-License-Identifier: MIT

/// The most that may come out of an archive, so that a small file can't fill a disk.
public struct ArchiveLimits: Hashable, Sendable {
  /// Members, directories included.
  public let entryCount: Int
  /// Bytes of all members together, kept or not.
  public let byteCount: Int

  /// Makes limits.
  public init(entryCount: Int, byteCount: Int) {
    self.entryCount = entryCount
    self.byteCount = byteCount
  }
}
