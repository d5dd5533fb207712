// SPDX-License-Identifier: MIT

/// A zip archive, decompressed by `unzip`, which is given no name and writes no file.
///
/// `unzip -p` prints all members one after the other; where one ends is known from the directory, and
/// that each is what it should be, from its CRC.
struct ZipArchive {
  private static let program = ExternalProgram(name: "unzip", package: "unzip")
  // Options that a user may have set for unzip at large.
  private static let variables: [String: String?] = [
    "UNZIP": nil, "UNZIPOPT": nil, "ZIPINFO": nil, "ZIPINFOOPT": nil,
  ]
  // 1: unzip found something to warn of, which our own reading of the directory has judged.
  private static let accepted: Set<Int32> = [0, 1]

  let directory: String
  let file: DownloadFile

  /// Unpacks; see `ArchiveFile.unpack`.
  func unpack(
    into destination: UnpackedDirectory, wants: (String) -> Bool, progress: (Int) -> Void
  ) throws(DownloadError) {
    let zip = try ZipDirectory(path: "\(directory)/\(file.name)", archive: file.name)
    var inventory = ArchiveInventory(of: file.name, limits: file.limits)
    var members: [ZipMemberWriter.Member] = []
    for entry in zip.entries {
      let path = try inventory.admit(entry.name, entry.kind)
      guard let path, case .file(let count) = entry.kind else { continue }
      members.append(.init(path: path, isKept: wants(path), byteCount: count, crc: entry.crc))
    }
    let keptCount = members.reduce(0) { $0 + ($1.isKept ? $1.byteCount : 0) }
    try FreeSpace.require(keptCount, in: destination.path)
    var writer = ZipMemberWriter(members, of: file.name, into: destination)
    do throws(DownloadError) {
      try Self.program.stream(
        ["-p", "-qq", file.name], in: directory, environment: Self.variables,
        accepting: Self.accepted
      ) { block throws(DownloadError) in
        try writer.take(block)
        progress(writer.byteCount)
      }
      try writer.finish()
    } catch .step(.programFailed("unzip", let status, let message)) {
      throw .archiveUnreadable(
        archive: file.name,
        reason: message.isEmpty ? "unzip failed with status \(status)" : message)
    }
  }
}
