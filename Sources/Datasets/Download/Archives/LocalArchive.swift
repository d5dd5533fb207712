// SPDX-License-Identifier: MIT

/// Archives from memory or disk without a download, for the fuzzer.
package enum LocalArchive {
  private static let name = "archive"

  /// Unpacks a tar archive.
  ///
  /// - Parameters:
  ///   - bytes: the whole archive.
  ///   - blockCount: the length of the blocks in which the bytes arrive.
  ///   - directory: an empty directory.
  ///   - limits: the limits on its contents.
  /// - Throws: `DownloadError`.
  package static func tar(
    _ bytes: [UInt8], blockCount: Int, into directory: String, limits: ArchiveLimits
  ) throws(DownloadError) {
    var stream = TarStream(
      named: name, ArchiveInventory(of: name, limits: limits), UnpackedDirectory(path: directory)
    ) { _ in true }
    var rest = bytes[...]
    while !rest.isEmpty {
      try stream.take(rest.prefix(blockCount))
      rest = rest.dropFirst(blockCount)
    }
    try stream.finish()
  }

  /// Unpacks a zip archive.
  ///
  /// - Parameters:
  ///   - path: the path of the archive.
  ///   - directory: an empty directory.
  ///   - limits: the limits on its contents.
  /// - Throws: `DownloadError`.
  package static func zip(
    _ path: String, into directory: String, limits: ArchiveLimits
  ) throws(DownloadError) {
    try ZipArchive(path: path, name: name, limits: limits)
      .unpack(into: UnpackedDirectory(path: directory)) { _ in
        true
      } progress: { _ in
      }
  }
}
