// SPDX-License-Identifier: MIT

import Glibc

/// The bytes of an open file or pipe, read at a position that libsndfile moves.
///
/// A file is read with `pread`, so that the offset of a shared descriptor stays where it was. A pipe
/// keeps the bytes that were looked at in advance, its *head*, and reads as empty anywhere but in
/// the head and at the place where the pipe stands.
final class InputBytes {
  /// How much of a pipe may be looked at in advance.
  static let headLimit = 1 << 20

  let isSeekable: Bool
  /// Where `position` 0 lies, in bytes after the start.
  private(set) var origin: Int64 = 0
  /// The number of bytes from `origin` on, as libsndfile is told: beyond the end when unknown.
  private(set) var length: Int64
  /// The next byte to read, counted from `origin`.
  var position: Int64 = 0
  /// The errno of the first read that failed.
  private(set) var failure: Int32?

  private let descriptor: Int32
  private let start: Int64
  private let sizeAtOpening: Int64
  private var head: [UInt8] = []
  private var consumed: Int64 = 0
  private var pipeHasEnded = false

  /// Takes over an open `descriptor`, which is closed with the last reference.
  ///
  /// - Parameters:
  ///   - descriptor: the file or pipe.
  ///   - start: the byte of a file to begin with.
  ///   - size: the size of a file from there, or `nil` for a pipe.
  ///   - head: what has already been read from a pipe.
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

  /// By how many bytes the file is longer now than when it was opened.
  var growth: Int64 {
    var status = stat()
    guard isSeekable, fstat(descriptor, &status) == 0 else { return 0 }
    return Int64(status.st_size) - start - sizeAtOpening
  }

  /// Whether everything has been read that there is.
  var isAtEnd: Bool { isSeekable ? isFileAtEnd : pipeHasEnded }

  /// The end may have moved since the file was opened.
  private var isFileAtEnd: Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return false }
    return origin + position >= min(sizeAtOpening, Int64(status.st_size) - start)
  }

  /// Counts positions from `origin` on, and tells libsndfile of `length` bytes from there.
  ///
  /// What a file gains after it was opened is out of reach: a recording in the making has an end.
  func narrow(to origin: Int64, length: Int64?) {
    let limit = isSeekable ? max(0, sizeAtOpening - origin) : Int64.max / 4
    self.origin = origin
    self.length = min(length ?? limit, limit)
    position = 0
  }

  /// Reads from `position` on and moves it, until `buffer` is full or the bytes end.
  ///
  /// - Returns: the number of bytes read: fewer than asked for only at the end or after a failure.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let wanted = min(buffer.count, Int(clamping: max(0, length - position)))
    let target = UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted])
    let count = isSeekable ? readFile(at: origin + position, into: target) : readPipe(into: target)
    position += Int64(count)
    return count
  }

  /// Returns up to `count` bytes at `offset` without moving: fewer at the end.
  ///
  /// - Returns: `nil` when they lie too far into a pipe to be looked at in advance.
  func peek(at offset: Int64, count: Int) -> [UInt8]? {
    guard offset >= 0, count >= 0 else { return [] }
    if isSeekable {
      return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
        initialized = readFile(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
      }
    }
    let (end, overflow) = offset.addingReportingOverflow(Int64(count))
    if overflow || end > Int64(Self.headLimit) {
      return fillHead(to: Self.headLimit) < Self.headLimit ? [] : nil
    }
    fillHead(to: Int(end))
    guard offset < Int64(head.count) else { return [] }
    return Array(head[Int(offset)..<min(Int(end), head.count)])
  }

  /// The number of bytes that there are, as far as is known without reading on.
  var availableCount: Int64 { isSeekable ? sizeAtOpening : consumed }

  // MARK: - Files and pipes

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

  /// Reads the pipe where it stands; waits for a writer that has nothing ready.
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
