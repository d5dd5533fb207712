// SPDX-License-Identifier: MIT

/// Archives whose bytes are decompressed already: the judges and writers of members by themselves.
package enum DecompressedArchive {
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

  /// Reads the directory of a zip archive, and writes its members.
  ///
  /// - Parameters:
  ///   - path: the archive.
  ///   - contents: what its members hold, one after the other.
  ///   - directory: a fresh directory.
  ///   - limits: the most that it may hold.
  /// - Throws: `DownloadError`.
  package static func zip(
    _ path: String, holding contents: [UInt8], into directory: String, limits: ArchiveLimits
  ) throws(DownloadError) {
    let zip = try ZipDirectory(path: path, archive: name)
    var inventory = ArchiveInventory(of: name, limits: limits)
    var members: [ZipMemberWriter.Member] = []
    for entry in zip.entries {
      let path = try inventory.admit(entry.name, entry.kind)
      guard let path, case .file(let count) = entry.kind else { continue }
      members.append(.init(path: path, isKept: true, byteCount: count, crc: entry.crc))
    }
    var writer = ZipMemberWriter(members, of: name, into: UnpackedDirectory(path: directory))
    try writer.take(contents[...])
    try writer.finish()
  }
}
