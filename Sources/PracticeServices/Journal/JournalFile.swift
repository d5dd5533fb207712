// SPDX-License-Identifier: MIT

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
  ///   - path: the file; one that is not there has no lines.
  ///   - take: is given each line that is not empty, without its end, and its number from 1. Of a line
  ///     longer than a record can be, it is given the beginning.
  /// - Throws: `JournalError.readFailed`.
  static func read(
    _ path: String, _ take: (Span<UInt8>, Int) -> Void
  ) throws(JournalError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return }
      throw .readFailed(path: path, code: errno)
    }
    defer { close(descriptor) }
    var splitter = LineSplitter(longest: JournalLine.longest)
    var block = [UInt8](repeating: 0, count: blockCount)
    while true {
      let count = block.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        throw .readFailed(path: path, code: errno)
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
  /// - Throws: `JournalError.writeFailed`.
  static func append(_ lines: [UInt8], to path: String) throws(JournalError) {
    let descriptor = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .writeFailed(path: path, code: errno) }
    defer { close(descriptor) }
    let size = lseek(descriptor, 0, SEEK_END)
    guard size >= 0 else { throw .writeFailed(path: path, code: errno) }
    var last = UInt8(ascii: "\n")
    if size > 0, pread(descriptor, &last, 1, size - 1) != 1 {
      throw .writeFailed(path: path, code: errno)
    }
    let bytes = last == UInt8(ascii: "\n") ? lines : [UInt8(ascii: "\n")] + lines
    let code = write(bytes, to: descriptor)
    if code != 0 {
      // If even this fails, the next append closes what is left as a damaged line.
      _ = ftruncate(descriptor, size)
      throw .writeFailed(path: path, code: code)
    }
    guard fdatasync(descriptor) == 0 else { throw .writeFailed(path: path, code: errno) }
  }

  /// Returns 0 or the errno.
  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer
      while let start = rest.baseAddress, rest.count > 0 {
        let count = Glibc.write(descriptor, start, rest.count)
        if count >= 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        } else if errno != EINTR {
          return errno
        }
      }
      return 0
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
