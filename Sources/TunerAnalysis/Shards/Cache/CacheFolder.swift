// SPDX-License-Identifier: MIT

import FileStore
import Glibc

/// One folder of a cache.
package struct CacheFolder {
  let path: String

  /// Makes the directory of a cache, and checks that it can be used.
  ///
  /// - Throws: `OutputError` if it can't be used.
  package static func make(_ directory: String) throws(OutputError) {
    let code = FilePath.makeDirectory(directory, mode: 0o777)
    guard code == 0 else { throw .cannotWrite(place: directory, code: code) }
    guard PathText.withCString(directory, { access($0, R_OK | W_OK | X_OK) }) == 0 else {
      throw .cannotWrite(place: directory, code: errno)
    }
  }

  /// Removes the least recently used results from a folder that is too large.
  ///
  /// - Parameter limit: the largest size in bytes on the disk. A larger folder is reduced to three
  ///   quarters of it.
  func bound(to limit: Int64) {
    guard let held = try? HeldDirectory(path: path), let names = try? held.names() else { return }
    held.sweep()
    var entries: [(name: String, used: Int64, size: Int64)] = []
    for name in names where !name.hasPrefix(TemporaryFile.prefix) {
      var status = stat()
      guard PathText.withCString("\(path)/\(name)", { lstat($0, &status) }) == 0 else { continue }
      let used = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
      entries.append((name, used, Int64(status.st_blocks) * 512))
    }
    var size = entries.reduce(0) { $0 + $1.size }
    if size <= limit { return }
    for entry in entries.sorted(by: { ($0.used, $0.name) < ($1.used, $1.name) }) {
      if size <= limit / 4 * 3 { return }
      if PathText.withCString("\(path)/\(entry.name)", { unlink($0) }) == 0 {
        size -= entry.size
      }
    }
  }
}
