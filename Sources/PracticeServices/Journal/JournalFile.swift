// SPDX-License-Identifier: MIT

import FileStore
import Glibc

/// One file of the journal: lines to read, and one end to append to.
enum JournalFile {
  private static let blockCount = 1 << 18

  /// Reads a file line by line, in constant memory, whatever its lines are.
  ///
  /// The last line may have no end: a process may have been killed between the two, and its checksum
  /// tells whether it is whole.
  ///
  /// - Parameters:
  ///   - name: the file; one that is not there has no lines.
  ///   - directory: the journal's.
  ///   - take: is given each line that is not empty, without its end, and its number from 1. Of a line
  ///     longer than a record can be, it is given the beginning.
  /// - Throws: `JournalError.readFailed`, or `.refused`.
  static func read(
    _ name: String, in directory: borrowing HeldDirectory, _ take: (Span<UInt8>, Int) -> Void
  ) throws(JournalError) {
    let found: HeldDirectory.File?
    do throws(FileStoreError) { found = try directory.file(name) } catch {
      throw JournalError(reading: error)
    }
    guard let file = found else { return }
    var splitter = LineSplitter(longest: JournalLine.longest)
    var block = [UInt8](repeating: 0, count: blockCount)
    while true {
      let count = block.withUnsafeMutableBytes {
        Glibc.read(file.descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw .readFailed(path: "\(directory.path)/\(name)", code: errno)
      }
      if count == 0 { break }
      splitter.split(block.span.extracting(first: count), take)
    }
    splitter.finish(take)
  }

  /// Appends whole lines and puts them on disk.
  ///
  /// A line that somebody was killed in is closed first, so that it spoils no other. What could not be
  /// written whole is taken back.
  ///
  /// - Parameters:
  ///   - lines: the lines, with their ends.
  ///   - name: the file, which is made if there is none.
  ///   - directory: the journal's.
  /// - Throws: `JournalError.writeFailed`, or `.refused`.
  static func append(
    _ lines: [UInt8], to name: String, in directory: borrowing HeldDirectory
  ) throws(JournalError) {
    let path = "\(directory.path)/\(name)"
    let opened: HeldDirectory.File
    do throws(FileStoreError) {
      opened = try directory.fileOrNew(name, O_RDWR | O_APPEND)
    } catch {
      throw JournalError(writing: error)
    }
    let descriptor = opened.descriptor
    let size = lseek(descriptor, 0, SEEK_END)
    guard size >= 0 else { throw .writeFailed(path: path, code: errno) }
    var last = UInt8(ascii: "\n")
    if size > 0 {
      var count = pread(descriptor, &last, 1, size - 1)
      while count < 0, errno == EINTR { count = pread(descriptor, &last, 1, size - 1) }
      guard count == 1 else { throw .writeFailed(path: path, code: count < 0 ? errno : EIO) }
    }
    let bytes = last == UInt8(ascii: "\n") ? lines : [UInt8(ascii: "\n")] + lines
    var code = bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
    if code == 0, fdatasync(descriptor) != 0 { code = errno }
    // A file that is new is on disk only when its name is.
    if code == 0, opened.isNew { code = directory.synchronise() }
    guard code == 0 else {
      // If even this fails, the next append closes what is left as a damaged line.
      _ = ftruncate(descriptor, size)
      throw .writeFailed(path: path, code: code)
    }
  }
}

/// Cuts blocks of bytes into lines.
struct LineSplitter {
  private let longest: Int
  /// The beginning of a line whose end has not come, never more than one byte over `longest`.
  private var pending: [UInt8] = []
  private var number = 1

  init(longest: Int) { self.longest = longest }

  /// Goes through a block.
  mutating func split(_ block: Span<UInt8>, _ take: (Span<UInt8>, Int) -> Void) {
    var first = 0
    for index in block.indices where block[index] == UInt8(ascii: "\n") {
      if pending.isEmpty {
        give(block.extracting(first..<index), take)
      } else {
        keep(block.extracting(first..<index))
        give(pending.span, take)
        pending.removeAll(keepingCapacity: true)
      }
      number += 1
      first = index + 1
    }
    keep(block.extracting(first..<block.count))
  }

  /// Gives the last line, if it has no end.
  mutating func finish(_ take: (Span<UInt8>, Int) -> Void) {
    give(pending.span, take)
    pending = []
  }

  private func give(_ line: Span<UInt8>, _ take: (Span<UInt8>, Int) -> Void) {
    if !line.isEmpty { take(line, number) }
  }

  private mutating func keep(_ bytes: Span<UInt8>) {
    let room = longest + 1 - pending.count
    for index in 0..<min(room, bytes.count) { pending.append(bytes[index]) }
  }
}
