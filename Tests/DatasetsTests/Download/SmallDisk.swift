// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning

/// A file system in memory that is soon full.
final class SmallDisk {
  let path: String
  private let place: TemporaryDirectory

  /// True where this user may mount a file system here.
  static let canBeMade = geteuid() == 0 && (try? SmallDisk(kilobytes: 64)) != nil

  init(kilobytes: Int) throws {
    place = try TemporaryDirectory()
    path = place.path + "/disk"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    guard mount("none", path, "tmpfs", 0, "size=\(kilobytes)k") == 0 else {
      throw POSIXError(.EPERM)
    }
  }

  deinit { umount2(path, Int32(MNT_DETACH)) }
}
