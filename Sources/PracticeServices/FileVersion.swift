// SPDX-License-Identifier: MIT

import Glibc
import PracticeGoals

/// The version of a file, known without reading it.
struct FileVersion: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64
  private let size: Int64
  private let seconds: Int64
  private let nanoseconds: Int64

  /// Reads the status of a file; `nil` if there is none.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
    size = Int64(status.st_size)
    seconds = Int64(status.st_mtim.tv_sec)
    nanoseconds = Int64(status.st_mtim.tv_nsec)
  }

  /// The time of the last change.
  var modified: WallTime {
    WallTime(seconds: seconds).advanced(byMilliseconds: nanoseconds / 1_000_000)
  }
}
