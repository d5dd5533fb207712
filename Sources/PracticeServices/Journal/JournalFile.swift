// SPDX-License-Identifier: MIT

import FileStore
import Glibc

/// One file of the journal, which is read by lines and changed only at its end.
enum JournalFile {
  private static let blockCount = 1 << 18

  /// Reads a file line by line, in constant memory for any content.
  ///
  /// The last line may lack its line end, if a process was killed while writing it. Its checksum
  /// shows whether the line is complete.
  ///
  /// - Parameters:
  ///   - name: the file; a missing file has no lines.
  ///   - directory: the directory of the journal.
  ///   - take: receives each line that is not empty, without its end, and its number from 1. It
  ///     receives only the beginning of a line that is longer than any record.
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

  /// Appends whole lines and writes them to disk.
  ///
  /// It first ends a line that a killed process left incomplete, so that the next line stays
  /// readable. If an append fails part of the way, the part is removed.
  ///
  /// - Parameters:
  ///   - lines: the lines, with their ends.
  ///   - name: the file, which is made if it is missing.
  ///   - directory: the directory of the journal.
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
    // A new file is on disk only when its directory entry is.
    if code == 0, opened.isNew { code = directory.synchronise() }
    guard code == 0 else {
      // If even this fails, the next append closes the rest as a damaged line.
      _ = ftruncate(descriptor, size)
      throw .writeFailed(path: path, code: code)
    }
  }
}

/// Splits blocks of bytes into lines.
struct LineSplitter {
  private let longest: Int
  /// The beginning of an incomplete line, at most `longest` bytes and one.
  private var pending: [UInt8] = []
  private var number = 1

  init(longest: Int) { self.longest = longest }

  /// Splits a block.
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

  /// Passes on the last line, if it has no end.
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
