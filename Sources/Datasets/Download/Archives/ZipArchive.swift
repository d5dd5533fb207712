// SPDX-License-Identifier: MIT

internal import Archiving

/// A zip archive that this process unpacks.
///
/// Every member must agree with the central directory, or
/// the archive is refused.
struct ZipArchive {
  private static let blockSize = 1 << 16

  /// The path of the archive.
  let path: String
  /// The name of the archive in errors.
  let name: String
  /// The limits on its contents.
  let limits: ArchiveLimits

  /// Unpacks; see `ArchiveFile.unpack`.
  func unpack(
    into destination: UnpackedDirectory, wants: (String) -> Bool, progress: (Int) -> Void
  ) throws(DownloadError) {
    let zip = try ZipDirectory(path: path, archive: name)
    var inventory = ArchiveInventory(of: name, limits: limits)
    var members: [(entry: ZipDirectory.Entry, path: String, byteCount: Int)] = []
    for entry in zip.entries {
      let path = try inventory.admit(entry.name, entry.kind)
      guard let path, case .file(let count) = entry.kind else { continue }
      members.append((entry, path, count))
    }
    let keptCount = members.reduce(0) { $0 + (wants($1.path) ? $1.byteCount : 0) }
    try FreeSpace.require(keptCount, in: destination.path)
    var doneCount = 0
    for member in members {
      let output = wants(member.path) ? try destination.makeFile(member.path) : nil
      var (checksum, count) = (CRC32(), 0)
      try expand(member.entry, of: zip) { block throws(DownloadError) in
        count += block.count
        // Checked before the write, so that a decompression bomb stops at its declared length.
        guard count <= member.byteCount else {
          throw unreadable("\(member.path) is longer than it says")
        }
        checksum.add(block)
        try output?.append(block)
        progress(doneCount + count)
      }
      guard count == member.byteCount else {
        throw unreadable("\(member.path) is shorter than it says")
      }
      guard checksum.value == member.entry.crc else {
        throw unreadable("\(member.path) is damaged (wrong CRC)")
      }
      doneCount += count
    }
  }

  /// Passes the contents of a member to a closure block by block.
  private func expand(
    _ entry: ZipDirectory.Entry, of zip: borrowing ZipDirectory,
    to take: (ArraySlice<UInt8>) throws(DownloadError) -> Void
  ) throws(DownloadError) {
    var inflater = Inflater()
    for start in stride(from: 0, to: entry.packedCount, by: Self.blockSize) {
      if SignalDeferral.isPending { throw .step(.interrupted) }
      let count = min(Self.blockSize, entry.packedCount - start)
      let packed = try zip.contents(of: entry, from: start, count: count, archive: name)[...]
      if entry.isDeflated {
        try inflater.take(packed, damage: { _ in unreadable("its contents are damaged") }, take)
      } else {
        try take(packed)
      }
    }
    guard !entry.isDeflated || inflater.isAtEnd else { throw unreadable("its contents end early") }
  }

  private func unreadable(_ reason: String) -> DownloadError {
    .archiveUnreadable(archive: name, reason: reason)
  }
}

/// Little-endian fields of a binary record.
struct LittleEndian {
  let bytes: [UInt8]

  /// Returns the field of two bytes at `offset`.
  func word(at offset: Int) -> Int { Int(bytes[offset]) | Int(bytes[offset + 1]) << 8 }

  /// Returns the field of four bytes at `offset`.
  func double(at offset: Int) -> Int { word(at: offset) | word(at: offset + 2) << 16 }
}
