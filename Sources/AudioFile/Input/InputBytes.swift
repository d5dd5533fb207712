// SPDX-License-Identifier: MIT

import Glibc

/// The bytes of an open file or pipe, read at a position that libsndfile moves.
///
/// A file is read with `pread`, so the offset of a shared descriptor does not change. The first
/// bytes, the *head*, are kept: for a file, because a header is read field by field; for a pipe,
/// because it can be read only once. Outside the head, a pipe can be read only at its current
/// position and appears empty elsewhere.
final class InputBytes {
  /// The largest size of a pipe's head.
  static let headLimit = 1 << 20
  /// The size of a file's head, with room for the header of most recordings.
  private static let fileHeadCount = 1024

  let isSeekable: Bool
  /// The byte at `position` 0, counted from the start.
  private(set) var origin: Int64 = 0
  /// The number of bytes from `origin` on that is reported to libsndfile; very large if it is
  /// unknown.
  private(set) var length: Int64
  /// The next byte to read, counted from `origin`.
  var position: Int64 = 0
  /// The errno of the first failed read.
  private(set) var failure: Int32?

  private let descriptor: Int32
  private let start: Int64
  private let sizeAtOpening: Int64
  private var head: [UInt8] = []
  private var consumed: Int64 = 0
  private var pipeHasEnded = false

  /// Takes ownership of an open `descriptor`, which is closed with the last reference.
  ///
  /// - Parameters:
  ///   - descriptor: the file or pipe.
  ///   - start: the first byte of a file to read.
  ///   - size: the size of a file from there; `nil` for a pipe.
  ///   - head: the bytes already read from a pipe.
  init(owning descriptor: Int32, start: Int64, size: Int64?, head: [UInt8] = []) {
    self.descriptor = descriptor
    self.start = start
    isSeekable = size != nil
    sizeAtOpening = size ?? 0
    length = size ?? Int64.max / 4
    self.head = head
    consumed = Int64(head.count)
  }

  deinit { close(descriptor) }

  /// The number of bytes by which the file has grown since it was opened.
  var growth: Int64 {
    var status = stat()
    guard isSeekable, fstat(descriptor, &status) == 0 else { return 0 }
    return Int64(status.st_size) - start - sizeAtOpening
  }

  /// True if all bytes were read.
  var isAtEnd: Bool { isSeekable ? isFileAtEnd : pipeHasEnded }

  /// True at the end of the file, which may have moved since the file was opened.
  private var isFileAtEnd: Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return false }
    return origin + position >= min(sizeAtOpening, Int64(status.st_size) - start)
  }

  /// Counts positions from `origin` on, and reports `length` bytes from there to libsndfile.
  ///
  /// Bytes that are appended later are never read, so that a recording in progress has an end.
  func narrow(to origin: Int64, length: Int64?) {
    let limit = isSeekable ? max(0, sizeAtOpening - origin) : Int64.max / 4
    self.origin = origin
    self.length = min(length ?? limit, limit)
    position = 0
  }

  /// Reads from `position` on and advances it, until `buffer` is full or the bytes end.
  ///
  /// - Returns: the number of bytes, smaller than `buffer` only at the end or after a failure.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let wanted = min(buffer.count, Int(clamping: max(0, length - position)))
    let target = UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted])
    let count = isSeekable ? readFile(at: origin + position, into: target) : readPipe(into: target)
    position += Int64(count)
    return count
  }

  /// Returns up to `count` bytes at `offset` without moving; fewer at the end.
  ///
  /// - Returns: `nil` when they lie outside the head of a pipe.
  func peek(at offset: Int64, count: Int) -> [UInt8]? {
    guard offset >= 0, count >= 0 else { return [] }
    if isSeekable { return peekFile(at: offset, count: count) }
    let (end, overflow) = offset.addingReportingOverflow(Int64(count))
    if overflow || end > Int64(Self.headLimit) {
      return fillHead(to: Self.headLimit) < Self.headLimit ? [] : nil
    }
    fillHead(to: Int(end))
    guard offset < Int64(head.count) else { return [] }
    return Array(head[Int(offset)..<min(Int(end), head.count)])
  }

  /// The number of bytes, as far as it is known without reading on.
  var availableCount: Int64 { isSeekable ? sizeAtOpening : consumed }

  // MARK: - Files and pipes

  private func peekFile(at offset: Int64, count: Int) -> [UInt8] {
    if head.isEmpty { head = readFile(at: 0, count: Self.fileHeadCount) }
    let (end, overflow) = offset.addingReportingOverflow(Int64(count))
    if !overflow, end <= Int64(head.count) { return Array(head[Int(offset)..<Int(end)]) }
    return readFile(at: offset, count: count)
  }

  private func readFile(at offset: Int64, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      initialized = readFile(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
    }
  }

  private func readFile(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    var done = 0
    while done < buffer.count, let target = buffer.baseAddress {
      let count = pread(
        descriptor, target + done, buffer.count - done, off_t(start + offset) + off_t(done))
      if count > 0 {
        done += count
      } else if count == 0 {
        break
      } else if errno != EINTR {
        failure = failure ?? errno
        break
      }
    }
    return done
  }

  private func readPipe(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    var done = 0
    let offset = origin + position
    if offset < Int64(head.count) {
      done = min(buffer.count, head.count - Int(offset))
      head.withUnsafeBytes { bytes in
        buffer.copyMemory(from: .init(rebasing: bytes[Int(offset)..<(Int(offset) + done)]))
      }
    }
    guard done < buffer.count, offset + Int64(done) == consumed else { return done }
    return done + readOn(into: UnsafeMutableRawBufferPointer(rebasing: buffer[done...]))
  }

  /// Reads the pipe at its current position and waits for its writer.
  private func readOn(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    var done = 0
    while done < buffer.count, !pipeHasEnded, let target = buffer.baseAddress {
      let count = Glibc.read(descriptor, target + done, buffer.count - done)
      if count > 0 {
        done += count
      } else if count == 0 {
        pipeHasEnded = true
      } else if errno == EAGAIN {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&waiting, 1, -1)
      } else if errno != EINTR {
        failure = failure ?? errno
        pipeHasEnded = true
      }
    }
    consumed += Int64(done)
    return done
  }

  @discardableResult
  private func fillHead(to count: Int) -> Int {
    guard count > head.count, consumed == Int64(head.count) else { return head.count }
    let present = head.count
    head.append(contentsOf: repeatElement(0, count: count - present))
    let added = head.withUnsafeMutableBytes { bytes in
      readOn(into: UnsafeMutableRawBufferPointer(rebasing: bytes[present...]))
    }
    head.removeLast(count - present - added)
    return head.count
  }
}
