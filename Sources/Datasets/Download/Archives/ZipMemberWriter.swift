// SPDX-License-Identifier: MIT

/// Cuts what `unzip` prints into the members of an archive, and writes those that are kept.
struct ZipMemberWriter {
  /// A file of the archive, in the order of its directory.
  struct Member {
    let path: String
    let isKept: Bool
    let byteCount: Int
    let crc: UInt32
  }

  /// The bytes that arrived.
  private(set) var byteCount = 0

  private let members: [Member]
  private let archive: String
  private let destination: UnpackedDirectory
  private var index = 0
  private var missingCount: Int?
  private var crc = CRC32()
  private var output: OutputFile?

  /// Prepares to write `members` of `archive`.
  init(_ members: [Member], of archive: String, into destination: UnpackedDirectory) {
    self.members = members
    self.archive = archive
    self.destination = destination
  }

  /// Takes the next bytes.
  ///
  /// - Throws: `DownloadError.archiveUnreadable` for more bytes than announced or a wrong CRC,
  ///   `.fileFailed` when they can't be written.
  mutating func take(_ block: ArraySlice<UInt8>) throws(DownloadError) {
    byteCount += block.count
    var rest = block
    while !rest.isEmpty {
      let missing = try startMember()
      let piece = rest.prefix(missing)
      crc.add(piece)
      try output?.append(piece)
      rest = rest.dropFirst(piece.count)
      missingCount = missing - piece.count
      if missingCount == 0 { try endMember() }
    }
  }

  /// Makes an end; what is still missing may only be empty.
  ///
  /// - Throws: `DownloadError.archiveUnreadable` when bytes are missing.
  mutating func finish() throws(DownloadError) {
    while index < members.count {
      guard try startMember(evenIfEmpty: true) == 0 else {
        throw .archiveUnreadable(
          archive: archive, reason: "\(members[index].path) is shorter than it says")
      }
      try endMember()
    }
  }

  /// Returns how many bytes are missing of the member that the next one belongs to.
  private mutating func startMember(evenIfEmpty: Bool = false) throws(DownloadError) -> Int {
    while true {
      if let missingCount { return missingCount }
      guard index < members.count else {
        throw .archiveUnreadable(archive: archive, reason: "its members are longer than they say")
      }
      let member = members[index]
      crc = CRC32()
      output = member.isKept ? try destination.makeFile(member.path) : nil
      missingCount = member.byteCount
      if member.byteCount == 0, !evenIfEmpty { try endMember() }
    }
  }

  private mutating func endMember() throws(DownloadError) {
    let member = members[index]
    guard crc.value == member.crc else {
      throw .archiveUnreadable(
        archive: archive, reason: "\(member.path) is damaged (wrong CRC)")
    }
    output = nil
    missingCount = nil
    index += 1
  }
}
