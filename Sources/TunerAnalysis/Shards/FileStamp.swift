// SPDX-License-Identifier: MIT

import FileStore
import Glibc

/// The size and the modification time of a file, which change when its contents change.
struct FileStamp: Hashable, Sendable {
  /// The size in bytes.
  var byteCount: Int64
  /// The time of the last change, in microseconds since 1970.
  ///
  /// A JSON number holds this exactly.
  var modified: Int64

  init(byteCount: Int64, modified: Int64) {
    self.byteCount = byteCount
    self.modified = modified
  }

  /// Returns the state of the file at `path`; `nil` if there is none.
  init?(path: String) {
    var status = stat()
    guard PathText.withCString(path, { stat($0, &status) }) == 0 else { return nil }
    byteCount = Int64(status.st_size)
    modified = Int64(status.st_mtim.tv_sec) * 1_000_000 + Int64(status.st_mtim.tv_nsec) / 1000
  }
}
