// SPDX-License-Identifier: MIT

/// Archives that are no download: what the fuzzer unpacks.
package enum BareArchive {
  private static let name = "archive"

  /// Unpacks a tar archive.
  ///
  /// - Parameters:
  ///   - bytes: all of it.
  ///   - blockCount: how many bytes arrive at a time.
  ///   - directory: a fresh directory.
  ///   - limits: the most that it may hold.
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
  ///   - path: the archive.
  ///   - directory: a fresh directory.
  ///   - limits: the most that it may hold.
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
