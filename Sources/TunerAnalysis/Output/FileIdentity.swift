// SPDX-License-Identifier: MIT

import Glibc

/// The identity of a regular file under any name: a link has the identity of its target.
struct FileIdentity: Hashable {
  private let device: UInt64
  private let node: UInt64

  /// The file at `path`; `nil` where there is none.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The file behind an open descriptor; `nil` for a pipe or a terminal.
  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init?(_ status: stat) {
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    device = UInt64(status.st_dev)
    node = UInt64(status.st_ino)
  }
}
