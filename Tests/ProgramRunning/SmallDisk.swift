// SPDX-License-Identifier: MIT

import Foundation

/// A small file system in memory.
public final class SmallDisk {
  /// The path of its root.
  public let path: String
  private let place: TemporaryDirectory

  /// True where this user may mount a file system.
  public static let canBeMade = geteuid() == 0 && (try? SmallDisk(kilobytes: 64)) != nil

  /// Mounts a file system of so many kilobytes.
  public init(kilobytes: Int) throws {
    place = try TemporaryDirectory()
    path = place.path + "/disk"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    guard mount("none", path, "tmpfs", 0, "size=\(kilobytes)k") == 0 else {
      throw POSIXError(.EPERM)
    }
  }

  deinit { umount2(path, Int32(MNT_DETACH)) }
}
