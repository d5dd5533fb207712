// SPDX-License-Identifier: MIT

internal import Foundation

/// A strict reader of a zip archive's central directory (PKWARE APPNOTE 6.3.9, 4.3.7–4.3.16).
///
/// It refuses features that no archive of recordings needs: several disks, zip64, encryption,
/// methods other than stored and deflated, leading bytes, overlapping members, and local headers
/// that differ from the directory.
struct ZipDirectory: ~Copyable {
  /// One member.
  struct Entry: Hashable {
    var name: [UInt8]
    var kind: ArchiveInventory.Kind
    var crc: UInt32
    fileprivate(set) var packedCount: Int
    fileprivate var method: Int
    fileprivate var offset: Int
    fileprivate var contentsOffset = 0

    /// True for a deflated member, false for a stored one.
    var isDeflated: Bool { method == 8 }
  }

  /// A fault in the words of an error.
  private struct Problem: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
  }

  private static let (endCount, headerCount, localCount) = (22, 46, 30)
  private static let commentLimit = 0xFFFF
  private static let (endSign, headerSign, localSign) = (0x0605_4B50, 0x0201_4B50, 0x0403_4B50)
  // The values that refer to zip64 records.
  private static let (zip64Count, zip64Bytes) = (0xFFFF, 0xFFFF_FFFF)
  private static let methods = [0, 8]
  // The flags of encryption, patches, strong encryption and masked headers.
  private static let flagsRefused = 1 | 1 << 5 | 1 << 6 | 1 << 13
  // The systems whose external attributes hold a Unix mode in their upper half: Unix and macOS.
  private static let modeSystems = [3, 19]

  /// The members in the order of the directory.
  let entries: [Entry]
  private let file: RandomAccessFile

  /// Reads the directory of the archive at `path`.
  ///
  /// - Throws: `DownloadError.archiveUnreadable`.
  init(path: String, archive: String) throws(DownloadError) {
    do throws(Problem) {
      let file = try Self.reading { () throws(RandomAccessError) in try RandomAccessFile(path: path)
      }
      entries = try Self.located(try Self.entries(of: file), in: file)
      self.file = file
    } catch {
      throw .archiveUnreadable(archive: archive, reason: error.reason)
    }
  }

  /// Returns compressed bytes of a member.
  ///
  /// - Throws: `DownloadError.archiveUnreadable` when the file is now shorter.
  func contents(
    of entry: Entry, from start: Int, count: Int, archive: String
  ) throws(DownloadError) -> [UInt8] {
    do throws(Problem) {
      return try Self.read(count, at: entry.contentsOffset + start, of: file)
    } catch {
      throw .archiveUnreadable(archive: archive, reason: error.reason)
    }
  }

  private static func entries(of file: borrowing RandomAccessFile) throws(Problem) -> [Entry] {
    let (start, count) = try directory(of: file)
    let end = try endOffset(of: file)
    let bytes = try read(end - start, at: start, of: file)
    var entries: [Entry] = []
    var at = 0
    for _ in 0..<count {
      guard bytes.count - at >= headerCount else { throw Problem("its directory ends early") }
      let header = LittleEndian(bytes: Array(bytes[at..<at + headerCount]))
      guard header.double(at: 0) == headerSign else {
        throw Problem("its directory is damaged")
      }
      let nameCount = header.word(at: 28)
      let length = headerCount + nameCount + header.word(at: 30) + header.word(at: 32)
      guard bytes.count - at >= length else { throw Problem("its directory ends early") }
      let name = Array(bytes[at + headerCount..<at + headerCount + nameCount])
      entries.append(try entry(header, name))
      at += length
    }
    guard at == bytes.count else { throw Problem("its directory is longer than it says") }
    return entries
  }

  /// Returns the offset of the directory and the number of members.
  private static func directory(
    of file: borrowing RandomAccessFile
  ) throws(Problem) -> (start: Int, count: Int) {
    let end = try endOffset(of: file)
    let record = LittleEndian(bytes: try read(endCount, at: end, of: file))
    let (count, size, start) = (record.word(at: 10), record.double(at: 12), record.double(at: 16))
    if count == zip64Count || size == zip64Bytes || start == zip64Bytes {
      throw Problem("it is in zip64, which is not read")
    }
    guard record.word(at: 4) == 0, record.word(at: 6) == 0, record.word(at: 8) == count else {
      throw Problem("it is on several disks")
    }
    guard start + size == end else { throw Problem("its directory is not where it says") }
    return (start, count)
  }

  /// Returns the offset of the last record, which only its comment may follow.
  private static func endOffset(of file: borrowing RandomAccessFile) throws(Problem) -> Int {
    let size = Int(file.size)
    let count = min(size, endCount + commentLimit)
    guard count >= endCount else { throw Problem("it is no zip archive") }
    let tail = LittleEndian(bytes: try read(count, at: size - count, of: file))
    for at in stride(from: count - endCount, through: 0, by: -1)
    where tail.double(at: at) == endSign && tail.word(at: at + 20) == count - endCount - at {
      return size - count + at
    }
    throw Problem("it is no zip archive, or cut off")
  }

  private static func entry(_ header: LittleEndian, _ name: [UInt8]) throws(Problem) -> Entry {
    let text = String(decoding: name, as: UTF8.self)
    let (packed, unpacked, offset) = (
      header.double(at: 20), header.double(at: 24), header.double(at: 42)
    )
    guard header.word(at: 8) & flagsRefused == 0 else { throw Problem("\(text) is encrypted") }
    guard methods.contains(header.word(at: 10)) else {
      throw Problem("\(text) is packed by method \(header.word(at: 10)), and only 0 and 8 are read")
    }
    if [packed, unpacked, offset].contains(zip64Bytes) {
      throw Problem("it is in zip64, which is not read")
    }
    let mode = modeSystems.contains(header.word(at: 4) >> 8) ? header.word(at: 40) : 0
    let isDirectory = name.last == UInt8(ascii: "/")
    let kind: ArchiveInventory.Kind =
      switch mode_t(mode) & S_IFMT {
      case 0, S_IFREG: isDirectory ? .directory : .file(byteCount: unpacked)
      case S_IFDIR: .directory
      case S_IFLNK: .other("a symbolic link")
      default: .other("a device or a pipe")
      }
    if kind == .directory, unpacked != 0 { throw Problem("\(text) is a directory with contents") }
    return Entry(
      name: name, kind: kind, crc: UInt32(header.double(at: 16)), packedCount: packed,
      method: header.word(at: 10), offset: offset)
  }

  /// Returns the members with the offsets of their contents.
  ///
  /// Members must agree with their local headers, and no two may overlap.
  private static func located(
    _ entries: [Entry], in file: borrowing RandomAccessFile
  ) throws(Problem) -> [Entry] {
    var entries = entries
    var free = 0
    let start = try directory(of: file).start
    for index in entries.indices.sorted(by: { entries[$0].offset < entries[$1].offset }) {
      let entry = entries[index]
      guard entry.offset >= free else { throw Problem("its members overlap") }
      if free == 0, entry.offset != 0 { throw Problem("there are bytes in front of it") }
      let header = LittleEndian(bytes: try read(localCount, at: entry.offset, of: file))
      let nameCount = header.word(at: 26)
      guard header.double(at: 0) == localSign, header.word(at: 8) == entry.method,
        try read(nameCount, at: entry.offset + localCount, of: file) == entry.name
      else { throw Problem("a member is not what its directory says") }
      entries[index].contentsOffset = entry.offset + localCount + nameCount + header.word(at: 28)
      free = entries[index].contentsOffset + entry.packedCount
    }
    guard free <= start else { throw Problem("its members overlap") }
    return entries
  }

  private static func read(
    _ count: Int, at offset: Int, of file: borrowing RandomAccessFile
  ) throws(Problem) -> [UInt8] {
    do throws(RandomAccessError) {
      return try file.read(count, at: UInt64(offset))
    } catch {
      throw Problem("it ends early")
    }
  }

  private static func reading(
    _ body: () throws(RandomAccessError) -> RandomAccessFile
  ) throws(Problem) -> RandomAccessFile {
    do throws(RandomAccessError) {
      return try body()
    } catch {
      throw Problem("it can't be opened")
    }
  }
}
